/* Numbers: floats, payloads, widths, signs. */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

int payload(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    if (bits == 0xfff8000000000001u)
        return 1;
    return 0;
}

int payload_of_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    if (x != x && bits == 0x7fc12345u)
        return 1;
    return 0;
}

int not_reflexive(double x) {
    if (x != x)
        return 1;
    return 0;
}

int negative_zero(double x) {
    if (x == 0 && signbit(x))
        return 1;
    return 0;
}

int wraps(unsigned a) {
    if (a + 1 < a)
        return 1;
    return 0;
}

int narrow(int n) {
    if ((signed char)n == n && n > 127) /* dead: n > 127` is true: a signed char */
        return 1;
    return 0;
}

int byte_sign(unsigned char c) {
    if (c > 255) /* dead: c > 255` is true: eight bits */
        return 1;
    if ((char)c < 0)
        return 2;
    return 0;
}

int remainder_of(int a) {
    if (a % 2 == -1)
        return 1;
    if (a % 3 == 3) /* dead: a % 3 == 3` is true: a remainder */
        return 2;
    return 0;
}

int mixed(int a, unsigned b) {
    if (a < 0 && a > b)
        return 1;
    return 0;
}

int shifted(unsigned n) {
    if (n < 32 && (1u << n) == 0) /* dead: (1u << n) == 0` is true: one bit stays */
        return 1;
    return 0;
}

int ordered(int a, int b, int c) {
    if (a < b && b < c && c < a) /* dead: c < a` is true: no circle */
        return 1;
    return 0;
}

int square(int n) {
    if (n > -1000 && n < 1000 && n * n < 0) /* dead: n * n < 0` is true: a small square */
        return 1;
    return 0;
}

int product(uint64_t a, uint64_t b) {
    if (a * b == 6 && a > 6)
        return 1;
    return 0;
}

int converted(double x) {
    if (x > 0 && x < 1 && (int)x != 0) /* dead: (int)x != 0` is true: truncated */
        return 1;
    return 0;
}

int absorbed(float x) {
    if (x > 1 && x + 1.0f == x)
        return 1;
    return 0;
}

int bitfield(unsigned v) {
    struct {
        unsigned low : 3;
        int sign : 2;
    } b = {v & 7, 0};
    if (b.low > 7) /* dead: b.low > 7` is true: three bits */
        return 1;
    b.sign = v & 3;
    if (b.sign < 0)
        return 2;
    return 0;
}

int enumerated(int n) {
    enum colour { RED, GREEN } c = n;
    if (c != RED && c != GREEN)
        return 1;
    return 0;
}

int boolean(_Bool b) {
    if (b != 0 && b != 1) /* dead: b != 1` is true: a truth value */
        return 1;
    return 0;
}
