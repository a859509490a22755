/* Arithmetic: divisions, shifts, conversions, loops, all within what C defines. */
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

int divided(int a, int b) {
    if (b == 0 || (a == INT_MIN && b == -1))
        return -1;
    if (a / b * b + a % b != a) /* dead: a / b * b + a % b != a` is true: the law of division */
        return 1;
    return 0;
}

int halves(int a) {
    if (a / 2 == 0 && a != 0 && a != 1 && a != -1) /* dead: a != -1` is true: only these */
        return 1;
    return 0;
}

int even(unsigned a) {
    if ((a * 2) % 2 == 1) /* dead: (a * 2) % 2 == 1` is true: even */
        return 1;
    return 0;
}

int parity(unsigned a) {
    if ((a & 1) != (a % 2)) /* dead: (a & 1) != (a % 2)` is true: the lowest bit */
        return 1;
    return 0;
}

int complement(unsigned a) {
    if (~a == a) /* dead: ~a == a` is true: every bit differs */
        return 1;
    return 0;
}

int negated(unsigned a) {
    if (a != 0 && -a == a)
        return 1;
    return 0;
}

int rotated(uint8_t a) {
    uint8_t r = (uint8_t)((a << 4) | (a >> 4));
    if (r == a && a != 0 && a != 0xff)
        return 1;
    return 0;
}

int truncated(long n) {
    if ((int)n != n && n > 0)
        return 1;
    return 0;
}

int widened(int n) {
    if ((long)n != n) /* dead: (long)n != n` is true: it fits */
        return 1;
    return 0;
}

int unsigned_sub(unsigned a, unsigned b) {
    if (a - b > a)
        return 1;
    return 0;
}

int averaged(int a, int b) {
    if (a < 0 || b < 0)
        return -1;
    int m = a + (b - a) / 2;
    if (a <= b && m < a) /* dead: m < a` is true: between */
        return 1;
    if (a <= b && m > b) /* dead: m > b` is true: between */
        return 2;
    return 0;
}

int clamped(int a) {
    int c = a < 0 ? 0 : a > 100 ? 100 : a;
    if (c < 0) /* dead: c < 0` is true: clamped */
        return 1;
    if (c > 100) /* dead: c > 100` is true: clamped */
        return 3;
    if (c == 100 && a != 100)
        return 2;
    return 0;
}

int truth(int a) {
    if (!!a != (a != 0)) /* dead: !!a != (a != 0)` is true: the same */
        return 1;
    return 0;
}

int boolean(int a) {
    bool b = a;
    if (b == 2) /* dead: b == 2` is true: a truth value */
        return 1;
    return 0;
}

int characters(char c) {
    if (c == 200) /* dead: c == 200` is true: a char has a sign here */
        return 1;
    return 0;
}

int bytes(unsigned char c) {
    if (c == 200)
        return 1;
    return 0;
}

int fibonacci(unsigned n) {
    unsigned a = 0, b = 1;
    for (unsigned i = 0; i < (n & 7); i++) {
        unsigned next = a + b;
        a = b;
        b = next;
    }
    if (a == 8)
        return 1;
    if (a == 4) /* dead: a == 4` is true: no Fibonacci number */
        return 2;
    return 0;
}

int greatest(unsigned a, unsigned b) {
    a &= 15;
    b &= 15;
    if (a == 0 || b == 0)
        return -1;
    while (b) {
        unsigned r = a % b;
        a = b;
        b = r;
    }
    if (a == 0) /* dead: a == 0` is true: a divisor */
        return 1;
    if (a == 5)
        return 2;
    return 0;
}

int root(int n) {
    if (n < 0 || n > 200)
        return -1;
    int r = 0;
    while ((r + 1) * (r + 1) <= n)
        r++;
    if (r * r > n) /* dead: r * r > n` is true: the root rounded down */
        return 1;
    if (r == 14) /* beyond: is true: more rounds than the scope has */
        return 2;
    return 0;
}

int ordered(double a, double b) {
    if (a < b && b < a) /* dead: b < a` is true: one order */
        return 1;
    if (!(a < b) && !(b < a) && a != b)
        return 2;
    return 0;
}

int rounded(double x) {
    if (x >= 1 && x < 2 && floor(x) != 1) /* dead: floor(x) != 1` is true: rounded down */
        return 1;
    return 0;
}

int infinite(double x) {
    if (isinf(x) && x - x == 0) /* dead: x - x == 0` is true: not a number */
        return 1;
    if (isinf(x) && x < 0)
        return 2;
    return 0;
}

int single(float x) {
    double y = x;
    if (y > 0 && (float)y != x) /* dead: (float)y != x` is true: widened and back */
        return 1;
    return 0;
}

int sixteen(int16_t a, int16_t b) {
    int16_t s = (int16_t)(a + b);
    if (a > 0 && b > 0 && s < 0)
        return 1;
    return 0;
}

int nibbles(uint8_t a) {
    if ((a >> 4) > 15) /* dead: (a >> 4) > 15` is true: four bits */
        return 1;
    if ((a >> 4) + (a & 15) == 30)
        return 2;
    return 0;
}

int xored(unsigned a, unsigned b) {
    if ((a ^ b) == 0 && a != b) /* dead: a != b` is true: no bit differs */
        return 1;
    return 0;
}

int switched(unsigned n) {
    switch (n % 5) { /* dead: case 5 is taken: a remainder */
    case 0:
        return 1;
    case 4:
        return 2;
    case 5:
        return 3;
    default:
        return 4;
    }
}

int jumped(int n) {
    int i = 0;
again:
    i++;
    if (i < n && i < 5)
        goto again;
    if (i == 5)
        return 1;
    if (i > 5) /* dead: i > 5` is true: stops at five */
        return 2;
    return 0;
}

int comma(int a) {
    int b = (a & 3, 7);
    if (b != 7) /* dead: b != 7` is true: the last value */
        return 1;
    return 0;
}

int nested(int a, int b) {
    if (a > 10) {
        if (b > a) {
            if (b < 10) /* dead: b < 10` is true: larger than ten */
                return 1;
            return 2;
        }
        return 3;
    }
    return 0;
}

int chained(int a, int b, int c) {
    if (a == b && b == c && a != c) /* dead: a != c` is true: equal */
        return 1;
    return 0;
}

int product(short a, short b) {
    if (a * b == 143 && a > 1 && b > a)
        return 1;
    if (a * b == 13 && a > 1 && b > 1) /* dead: b > 1` is true: a prime */
        return 2;
    return 0;
}

int counted(unsigned n) {
    int bits = 0;
    for (n &= 0xff; n; n &= n - 1)
        bits++;
    if (bits == 8)
        return 1;
    if (bits > 8) /* dead: bits > 8` is true: eight bits */
        return 2;
    return 0;
}

int signs(int a, int b) {
    if (((a ^ b) < 0) != ((a < 0) != (b < 0))) /* dead: ` is true: the sign bits */
        return 1;
    return 0;
}
