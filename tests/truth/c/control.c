/* Control: early returns, callbacks, recursion, loops over memory, the ends of ranges. */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef int (*predicate)(int);

int applied(predicate p, int n) {
    if (!p)
        return -1;
    if (p(n) == 3)
        return 1;
    return 0;
}

int summed(const int *a, size_t n) {
    if (!a || n > 3)
        return -1;
    long sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    if (n == 0 && sum != 0) /* dead: sum != 0` is true: nothing to sum */
        return 1;
    if (sum == 100)
        return 2;
    return 0;
}

int largest(const int *a, size_t n) {
    if (!a || n == 0 || n > 3)
        return -1;
    int m = a[0];
    for (size_t i = 1; i < n; i++)
        if (a[i] > m)
            m = a[i];
    if (m < a[0]) /* dead: m < a[0]` is true: the largest */
        return 1;
    if (n == 3 && m == a[2] && m > a[1] && a[1] > a[0])
        return 2;
    return 0;
}

int searched(const int *a, size_t n, int x) {
    if (!a || n > 3)
        return -1;
    for (size_t i = 0; i < n; i++)
        if (a[i] == x) {
            if (i >= n) /* dead: i >= n` is true: inside the loop */
                return 1;
            return 2;
        }
    return 0;
}

int factorial(unsigned n) {
    if (n <= 1)
        return 1;
    if (n > 6)
        return -1;
    int r = (int)n * factorial(n - 1);
    if (r == 721) /* dead: r == 721` is true: no factorial */
        return 2;
    if (r == 720)
        return 3;
    return r;
}

int largest_int(int n) {
    if (n > INT_MAX - 1 && n != INT_MAX) /* dead: n != INT_MAX` is true: only that one */
        return 1;
    return 0;
}

int unsigned_limits(unsigned n) {
    if (n == UINT_MAX)
        return 1;
    if (n < 0) /* dead: n < 0` is true: no sign */
        return 2;
    return 0;
}

int wide(uint64_t n) {
    if (n > UINT32_MAX && (uint32_t)n == 0)
        return 1;
    return 0;
}

int early(int a, int b) {
    if (a < 0)
        return -1;
    if (b < 0)
        return -2;
    if (a + (long)b < 0) /* dead: a + (long)b < 0` is true: both are not negative */
        return 1;
    return 0;
}

int twice(int n) {
    int seen = 0;
    do {
        seen++;
    } while (seen < n && seen < 2);
    if (seen == 0) /* dead: seen == 0` is true: the body runs once */
        return 1;
    if (seen == 2)
        return 2;
    return 0;
}

int skipped(int n) {
    int count = 0;
    for (int i = 0; i < 5; i++) {
        if (i == n)
            continue;
        count++;
    }
    if (count == 4)
        return 1;
    if (count < 4) /* dead: count < 4` is true: one at most is skipped */
        return 2;
    return 0;
}

int fallen(int n) {
    int r = 0;
    switch (n) {
    case 1:
        r++;
    case 2:
        r++;
        break;
    case 3:
        r = 5;
    }
    if (r == 2)
        return 1;
    if (r == 3) /* dead: r == 3` is true: two or one or five */
        return 2;
    return 0;
}

int conditional(int a, int b) {
    int m = a < b ? a : b;
    if (m > a) /* dead: m > a` is true: the smaller */
        return 1;
    return 0;
}

int counted_down(unsigned n) {
    n &= 7;
    unsigned steps = 0;
    while (n--)
        steps++;
    if (steps == 7)
        return 1;
    if (steps == 8) /* dead: steps == 8` is true: seven at most */
        return 2;
    return 0;
}

int pointers(const char *a) {
    if (!a)
        return -1;
    const char *b = a;
    while (*b && b - a < 3)
        b++;
    if (b < a) /* dead: b < a` is true: forwards only */
        return 1;
    if (b - a == 3)
        return 2;
    return 0;
}

int parity(int n) {
    int even = n % 2 == 0, odd = n % 2 == 1;
    if (even && odd) /* dead: odd` is true: one of them */
        return 1;
    if (!even && !odd)
        return 2;
    return 0;
}

int packed(uint8_t a, uint8_t b) {
    uint16_t w = (uint16_t)(a << 8 | b);
    if (w >> 8 != a) /* dead: w >> 8 != a` is true: unpacked */
        return 1;
    if (w == 0x1234)
        return 2;
    return 0;
}

int saturated(uint8_t a, uint8_t b) {
    unsigned s = a + b;
    if (s > 255)
        s = 255;
    if (s < a) /* dead: s < a` is true: no wrap */
        return 1;
    if (s == 255 && a == 200)
        return 2;
    return 0;
}

int leap(int y) {
    if (y < 1 || y > 3000)
        return -1;
    int l = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
    if (l && y % 4 != 0) /* dead: y % 4 != 0` is true: every leap year is a multiple of four */
        return 1;
    if (!l && y % 100 == 0)
        return 2;
    return 0;
}
