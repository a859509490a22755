struct input { unsigned steps; int step; };
static void drive(struct input *in) {
    deep_loop(in->steps, in->step);
}
