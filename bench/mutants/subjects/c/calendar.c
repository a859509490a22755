/* Days and months. */
static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days_in(int month, int year)
{
    if (month < 1 || month > 12)
        return 0;
    if (month == 2 && is_leap(year))
        return 29;
    return lengths[month - 1];
}

int day_of_year(int day, int month, int year)
{
    int total = day;
    if (day < 1 || day > days_in(month, year))
        return -1;
    for (int before = 1; before < month; before++)
        total += days_in(before, year);
    return total;
}

int week_day(int days)
{
    int day = (days + 4) % 7;
    return day < 0 ? day + 7 : day;
}
