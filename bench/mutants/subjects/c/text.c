/* Texts. */
int count_words(const char *text)
{
    int words = 0, inside = 0;
    for (; *text; text++) {
        if (*text == ' ' || *text == '\t') {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            words++;
        }
    }
    return words;
}

int parse_number(const char *text, int *result)
{
    int sign = 1, value = 0, digits = 0;
    if (*text == '-') {
        sign = -1;
        text++;
    }
    while (*text >= '0' && *text <= '9' && digits < 6) {
        value = value * 10 + (*text - '0');
        digits++;
        text++;
    }
    if (digits == 0 || *text)
        return -1;
    *result = sign * value;
    return digits;
}

void caesar(char *text, int shift)
{
    if (shift < 0 || shift > 25)
        return;
    for (; *text; text++)
        if (*text >= 'a' && *text <= 'z')
            *text = (char)('a' + (*text - 'a' + shift) % 26);
}
