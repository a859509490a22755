/* Conditions over IEEE floats, NaN among them. */

int isItself(float x) {
    if (x == x) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int neither(float x, float y) {
    if (!(x < y) && !(x >= y)) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int absorbed(float x) {
    if (x > 0.0f && x + 16777216.0f == 16777216.0f && x > 0.5f) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int sum(float x, float y) {
    if (x + y == 1.1f && x > y && y > 0.1f) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int product(float x, float y) {
    if (x * y == 6.25f && x > 2.0f && y > 2.0f && x != y) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int quotient(float x, float y) {
    if (x / y == 3.5f && x > 10.0f && y > 1.0f) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int infinite(float x) {
    if (x * 2.0f == x && x != 0.0f) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int square(float x) {
    if (x * x == 2.0f) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int rounding(double x) {
    if (x + 0.1 == x + 0.2 && x < 1e17 && x > 0) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}

int polynomial(float x, float y) {
    if (x * x + y == 10.0f && x - y == 2.0f) {
        return 0; /* everypath: goal 0 */
    }
    return 1; /* everypath: goal 1 */
}
