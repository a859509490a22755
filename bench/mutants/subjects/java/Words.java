/** Words and counts. */
public class Words {
    public static String plural(int count, String noun) {
        if (count == 1) {
            return "1 " + noun;
        }
        if (noun.endsWith("y")) {
            return count + " " + noun.substring(0, noun.length() - 1) + "ies";
        }
        return count + " " + noun + "s";
    }

    public static int vowels(String text) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            char letter = Character.toLowerCase(text.charAt(i));
            if (letter == 'a' || letter == 'e' || letter == 'i' || letter == 'o' || letter == 'u') {
                count++;
            }
        }
        return count;
    }

    public static String roman(int number) {
        if (number < 1 || number > 39) {
            throw new IllegalArgumentException("out of range");
        }
        StringBuilder text = new StringBuilder();
        while (number >= 10) {
            text.append('X');
            number -= 10;
        }
        if (number == 9) {
            return text.append("IX").toString();
        }
        if (number >= 5) {
            text.append('V');
            number -= 5;
        }
        if (number == 4) {
            return text.append("IV").toString();
        }
        while (number-- > 0) {
            text.append('I');
        }
        return text.toString();
    }

    public static char grade(int points) {
        return points >= 90 ? 'A' : points >= 75 ? 'B' : points >= 50 ? 'C' : 'F';
    }
}
