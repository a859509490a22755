struct input { char text[12]; };
static void drive(struct input *in) {
    int length;
    in->text[11] = 0;
    next_token(in->text, &length);
}
