/* What kind of triangle three sides make. */

enum kind { INVALID, SCALENE, ISOSCELES, EQUILATERAL };

enum kind triangle(int a, int b, int c) {
    if (a <= 0 || b <= 0 || c <= 0)
        return INVALID;
    if (a >= b + c || b >= a + c || c >= a + b)
        return INVALID;
    if (a == b && b == c)
        return EQUILATERAL;
    if (a == b || b == c || a == c)
        return ISOSCELES;
    return SCALENE;
}
