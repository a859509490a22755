/* A ring of bytes. */
#define SIZE 4

struct ring {
    int items[SIZE];
    int first;
    int count;
    int dropped;
};

int ring_put(struct ring *ring, int item)
{
    if (ring->count < 0 || ring->count > SIZE || ring->first < 0 || ring->first >= SIZE)
        return -2;
    if (ring->count == SIZE) {
        ring->dropped++;
        return -1;
    }
    ring->items[(ring->first + ring->count) % SIZE] = item;
    ring->count++;
    return ring->count;
}

int ring_take(struct ring *ring, int *item)
{
    if (ring->count <= 0 || ring->first < 0 || ring->first >= SIZE)
        return 0;
    *item = ring->items[ring->first];
    ring->first = (ring->first + 1) % SIZE;
    ring->count--;
    return 1;
}
