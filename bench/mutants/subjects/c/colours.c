/* Colours and pixels. */
struct colour {
    unsigned char red, green, blue;
};

static int limited(int value)
{
    if (value < 0)
        return 0;
    return value > 255 ? 255 : value;
}

void brighten(struct colour *colour, int by)
{
    colour->red = (unsigned char)limited(colour->red + by);
    colour->green = (unsigned char)limited(colour->green + by);
    colour->blue = (unsigned char)limited(colour->blue + by);
}

unsigned packed(unsigned char red, unsigned char green, unsigned char blue)
{
    return (unsigned)red << 16 | (unsigned)green << 8 | blue;
}

int brightness(unsigned char red, unsigned char green, unsigned char blue)
{
    return (299 * red + 587 * green + 114 * blue) / 1000;
}

int hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}
