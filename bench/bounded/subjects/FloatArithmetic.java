/** Conditions over IEEE floats, NaN among them. */
public class FloatArithmetic {
    static int isItself(float x) {
        if (x == x) {
            return 0; // everypath: goal 0
        }
        return 1; // everypath: goal 1
    }

    static int neither(float x, float y) {
        if (!(x < y) && !(x >= y)) {
            return 0; // everypath: goal 0
        }
        return 1; // everypath: goal 1
    }

    static int absorbed(float x) {
        if (x > 0f && x + 16777216f == 16777216f && x > 0.5f) {
            return 0; // everypath: goal 0
        }
        return 1; // everypath: goal 1
    }

    static int sum(float x, float y) {
        if (x + y == 1.1f && x > y && y > 0.1f) {
            return 0; // everypath: goal 0
        }
        return 1; // everypath: goal 1
    }

    static int product(float x, float y) {
        if (x * y == 6.25f && x > 2f && y > 2f && x != y) {
            return 0; // everypath: goal 0
        }
        return 1; // everypath: goal 1
    }

    static int quotient(float x, float y) {
        if (x / y == 3.5f && x > 10f && y > 1f) {
            return 0; // everypath: goal 0
        }
        return 1; // everypath: goal 1
    }

    static int infinite(float x) {
        if (x * 2f == x && x != 0f) {
            return 0; // everypath: goal 0
        }
        return 1; // everypath: goal 1
    }

    static int square(float x) {
        if (x * x == 2f) {
            return 0; // everypath: goal 0
        }
        return 1; // everypath: goal 1
    }

    static int rounding(double x) {
        if (x + 0.1 == x + 0.2 && x < 1e17 && x > 0) {
            return 0; // everypath: goal 0
        }
        return 1; // everypath: goal 1
    }

    static int polynomial(float x, float y) {
        if (x * x + y == 10f && x - y == 2f) {
            return 0; // everypath: goal 0
        }
        return 1; // everypath: goal 1
    }
}
