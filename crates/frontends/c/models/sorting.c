/* Sorting and searching, with the caller's own comparison. */
void ep_model_qsort(void *base, ep_size count, ep_size size,
                    int (*compare)(const void *, const void *)) {
    char *bytes = base;
    char *held = malloc(size);
    for (ep_size i = 1; i < count; i++) {
        ep_size j = i;
        memcpy(held, bytes + i * size, size);
        while (j > 0 && compare(bytes + (j - 1) * size, held) > 0) {
            memcpy(bytes + j * size, bytes + (j - 1) * size, size);
            j--;
        }
        memcpy(bytes + j * size, held, size);
    }
}

void *ep_model_bsearch(const void *key, const void *base, ep_size count, ep_size size,
                       int (*compare)(const void *, const void *)) {
    const char *bytes = base;
    ep_size low = 0, high = count;
    while (low < high) {
        ep_size middle = low + (high - low) / 2;
        int order = compare(key, bytes + middle * size);
        if (order == 0)
            return (void *)(bytes + middle * size);
        if (order > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}
