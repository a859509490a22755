/* Where a value is in a sorted array, or -1. */
int binary_search(const int *values, int count, int wanted) {
    int low = 0, high = count - 1;
    if (values == 0 || count <= 0)
        return -1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (values[middle] == wanted)
            return middle;
        if (values[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}
