struct input { char text[10]; };
static void drive(struct input *in) {
    long value;
    in->text[9] = 0;
    evaluate(in->text, &value);
}
