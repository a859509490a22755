/* What a peer explores: the input is a block of bytes. */
struct input { int values[4]; int count; int wanted; };
static void drive(struct input *in) {
    if (in->count >= 0 && in->count <= 4)
        binary_search(in->values, in->count, in->wanted);
}
