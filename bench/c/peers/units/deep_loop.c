/* A counter that has to come a long way. */
int deep_loop(unsigned steps, int step) {
    int position = 0;
    unsigned i;
    if (steps > 200)
        return -1;
    if (step < 1 || step > 3)
        return -2;
    for (i = 0; i < steps; i++) {
        if (i % 7 == 6)
            position -= 1;
        else
            position += step;
        if (position == 100)
            return 1;
    }
    return position > 40 ? 2 : 0;
}
