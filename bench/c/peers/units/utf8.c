/* Decodes one character of UTF-8. */
int decode(const unsigned char *bytes, int count, unsigned *character) {
    unsigned value, least;
    int more, i;
    if (count <= 0)
        return 0;
    if (bytes[0] < 0x80) {
        *character = bytes[0];
        return 1;
    }
    if ((bytes[0] & 0xe0) == 0xc0) {
        value = bytes[0] & 0x1f;
        more = 1;
        least = 0x80;
    } else if ((bytes[0] & 0xf0) == 0xe0) {
        value = bytes[0] & 0x0f;
        more = 2;
        least = 0x800;
    } else if ((bytes[0] & 0xf8) == 0xf0) {
        value = bytes[0] & 0x07;
        more = 3;
        least = 0x10000;
    } else
        return -1;
    if (count <= more)
        return -2;
    for (i = 1; i <= more; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return -1;
        value = value << 6 | (bytes[i] & 0x3f);
    }
    if (value < least)
        return -3;
    if (value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return -4;
    *character = value;
    return more + 1;
}
