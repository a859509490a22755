/* Linear conditions over 32-bit integers. */

int timesLess(int x, int z) {
    if (x * 3217 < z && x > 0 && x < 100000) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int timesEquals(int x, int z) {
    if (x * 9973 == z && x > 1000 && z > 0) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int linearEquation(int x, int y, int z) {
    if (3 * x + 5 * y - 7 * z == 1234 && x > y && y > z && z > 10 && x < 10000) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int modulo(int x, int y) {
    if (x % 97 == 13 && y % 89 == 11 && x - y == 1000 && y > 0 && x > 0) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}
