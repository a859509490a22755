/* Reads a date such as 2024-02-29. */
#include <stdlib.h>
#include <string.h>

static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static int is_leap(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int two_digits(const char *text) {
    if (text[0] < '0' || text[0] > '9' || text[1] < '0' || text[1] > '9')
        return -1;
    return (text[0] - '0') * 10 + text[1] - '0';
}

/* The day of the year, or why there is none. */
int day_of_year(const char *text) {
    int century, rest, year, month, day, result, i;
    if (text == NULL)
        return -1;
    if (strlen(text) != 10 || text[4] != '-' || text[7] != '-')
        return -2;
    century = two_digits(text);
    rest = two_digits(text + 2);
    month = two_digits(text + 5);
    day = two_digits(text + 8);
    if (century < 0 || rest < 0 || month < 0 || day < 0)
        return -3;
    year = century * 100 + rest;
    if (month < 1 || month > 12)
        return -4;
    if (day < 1 || day > days[month - 1] + (month == 2 && is_leap(year)))
        return -5;
    result = day;
    for (i = 0; i < month - 1; i++)
        result += days[i] + (i == 1 && is_leap(year));
    return result;
}
