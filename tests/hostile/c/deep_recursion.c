// hostile: recurses until the stack is gone
static int depth(int number) {
    volatile char frame[4096];
    frame[0] = (char)number;
    return depth(number + 1) + frame[0];
}

int descend(int start) {
    if (start == 50)
        return depth(start);
    return start > 50;
}
