struct input { struct ring ring; int item; unsigned char takes, no_ring, no_item; };
static void drive(struct input *in) {
    struct ring *ring = in->no_ring ? 0 : &in->ring;
    if (in->takes)
        ring_take(ring, in->no_item ? 0 : &in->item);
    else
        ring_put(ring, in->item);
}
