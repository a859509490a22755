/** What a ride costs. */
public class Fares {
    public static int cents(int zones, int age, boolean night) {
        if (zones < 1 || zones > 9) {
            throw new IllegalArgumentException("no such zone");
        }
        int cents = 180 + 95 * (zones - 1);
        if (age < 6) {
            return 0;
        }
        if (age < 15 || age >= 65) {
            cents = cents / 2;
        }
        if (night) {
            cents += 50;
        }
        return cents;
    }

    public static int stops(int[] distances, int range) {
        int stops = 0;
        int left = range;
        for (int distance : distances) {
            if (distance > range) {
                return -1;
            }
            if (distance > left) {
                stops++;
                left = range;
            }
            left -= distance;
        }
        return stops;
    }

    public static String clock(int minutes) {
        int hours = minutes / 60 % 24;
        int rest = minutes % 60;
        return (hours < 10 ? "0" : "") + hours + ":" + (rest < 10 ? "0" : "") + rest;
    }
}
