struct input { unsigned char bytes[6]; int count; };
static void drive(struct input *in) {
    unsigned character;
    if (in->count <= 6)
        decode(in->bytes, in->count, &character);
}
