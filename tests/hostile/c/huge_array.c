// hostile: a program of many gigabytes of data
// exit: 0 3 4
// seconds: 60
char filler[1L << 33] = {1};

int first(int x) {
    if (x > 0)
        return filler[0];
    return 0;
}
