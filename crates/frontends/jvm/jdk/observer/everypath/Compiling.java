package everypath;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles for as long as somebody asks. Each line that it reads is a list of javac's arguments,
 * and each line that it writes says how javac ended and what it said. It runs nothing of what it
 * compiles.
 */
public final class Compiling {
    private Compiling() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            List<Object> asked = Json.array(Json.parse(line));
            answers.println(answer(compiler, asked.toArray(new String[0])));
            answers.flush();
        }
    }

    private static String answer(JavaCompiler compiler, String[] arguments) throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int code = compiler.run(null, said, said, arguments);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("code", code);
        // It writes with the character set of the machine, as it would to a terminal.
        answer.put("said", said.toString());
        StringBuilder text = new StringBuilder();
        Json.write(answer, text);
        return text.toString();
    }
}
