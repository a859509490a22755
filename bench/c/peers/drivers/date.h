struct input { char text[12]; };
static void drive(struct input *in) {
    in->text[11] = 0;
    day_of_year(in->text);
}
