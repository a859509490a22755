/* How many real solutions a x^2 + b x + c = 0 has; the least one. */
#include <math.h>

int solve(double a, double b, double c, double *least) {
    double discriminant;
    if (isnan(a) || isnan(b) || isnan(c) || fabs(a) > 1e6 || fabs(b) > 1e6 || fabs(c) > 1e6)
        return -1;
    if (a == 0) {
        if (b == 0)
            return c == 0 ? 3 : 0;
        *least = -c / b;
        return 1;
    }
    discriminant = b * b - 4 * a * c;
    if (discriminant < 0)
        return 0;
    if (discriminant == 0) {
        *least = -b / (2 * a);
        return 1;
    }
    if (a > 0)
        *least = (-b - sqrt(discriminant)) / (2 * a);
    else
        *least = (-b + sqrt(discriminant)) / (2 * a);
    return 2;
}
