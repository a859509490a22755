struct input { double a, b, c; };
static void drive(struct input *in) {
    double least;
    solve(in->a, in->b, in->c, &least);
}
