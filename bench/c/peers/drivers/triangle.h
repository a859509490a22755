struct input { int a, b, c; };
static void drive(struct input *in) {
    triangle(in->a, in->b, in->c);
}
