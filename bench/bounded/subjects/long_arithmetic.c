/* Conditions over 64-bit integers with division and multiplication. */

int product(long x, long y) {
    if (x * y == 9876543210L && x > 1000 && y > 1000) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int quotient(long x, long y) {
    if (y > 0 && x / y == 123456789L && x % y == 77L) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int quotients(long a, long b, long c) {
    if ((a + b) / 239872938472213L + (b + c) / 934898348272837L == 10000L) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int sixQuotients(long a, long b, long c, long d, long e, long f) {
    if ((a + b) / 239872938472213L + (c + d) / 934898348272837L + (e + f) / 343847232124345L
            == 31415L) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int fifteen(long x1, long x2, long x3, long x4, long x5, long x6, long x7, long x8,
        long x9, long x10, long x11, long x12, long x13, long x14, long x15) {
    if (((x1 + x2) / 239872938472213L)
            + ((x3 + x4) / 934898348272837L)
            + ((x5 + x6) / 8947934794879483948L)
            + ((x7 + x8) / 343847232124345L)
            + ((x9 + x10) / 9982728762834283L)
            + ((x11 + x12) / 3879237429742929387L)
            + ((x13 + x14 + x15) / (-23842938479229293L))
            == 9223372036854775807L) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}
