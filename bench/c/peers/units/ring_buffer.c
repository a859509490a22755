/* A buffer of fixed size, first in, first out. */
#define SIZE 4

struct ring {
    int items[SIZE];
    unsigned first;
    unsigned count;
};

int ring_put(struct ring *ring, int item) {
    if (ring == 0 || ring->first >= SIZE || ring->count > SIZE)
        return -2;
    if (ring->count == SIZE)
        return -1;
    ring->items[(ring->first + ring->count) % SIZE] = item;
    ring->count++;
    return 0;
}

int ring_take(struct ring *ring, int *item) {
    if (ring == 0 || item == 0 || ring->first >= SIZE || ring->count > SIZE)
        return -2;
    if (ring->count == 0)
        return -1;
    *item = ring->items[ring->first];
    ring->first = (ring->first + 1) % SIZE;
    ring->count--;
    if (*item < 0)
        return 1;
    return 0;
}
