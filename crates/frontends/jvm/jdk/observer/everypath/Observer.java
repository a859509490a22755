package everypath;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Carries out recipes on the unmodified classes and says what came out. It reads one JSON object,
 * and answers one line for each recipe, in order.
 */
public final class Observer {
    private static final int LONGEST_OUTPUT = 4000;

    private final PrintStream answers;
    private final String word;
    private final boolean isElsewhere;
    private final URL[] classPath;
    private static final int MOST_NAMED = 20;

    private final String home;
    /** Missing classes that methods name. */
    private final java.util.Set<String> named = new java.util.HashSet<>();
    private final long patience;
    private final boolean before;
    private final boolean pictures;
    private final ClassLoader parent = ClassLoader.getSystemClassLoader().getParent();

    private Observer(PrintStream answers, Map<String, Object> request) throws IOException {
        this.answers = answers;
        this.word = Json.string(request, "word");
        this.isElsewhere = Json.number(request, "world") > 0;
        List<URL> urls = new ArrayList<>();
        for (Object entry : Json.array(request.get("class_path"))) {
            urls.add(new File((String) entry).toURI().toURL());
        }
        this.classPath = urls.toArray(new URL[0]);
        this.home = Json.string(request, "package");
        this.patience = Json.number(request, "milliseconds");
        this.before = Json.flag(request, "before");
        this.pictures = Json.flag(request, "pictures");
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream answers = System.out;
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Map<String, Object> request = Json.object(Json.parse(reader.readLine()));
        Observer observer = new Observer(answers, request);
        leaveHome(Json.number(request, "world"), Json.array(request.get("properties")));
        if (Json.flag(request, "connects")) {
            // The library asks what kinds of connections there are when it is loaded.
            InetAddress.getLoopbackAddress();
            new Socket().close();
            new ServerSocket().close();
        }
        // The library for files asks the same.
        Temporary.begin(request.get("recipes"));
        observer.answer(new LinkedHashMap<>());
        Surroundings surroundings = new Surroundings();
        for (Object recipe : Json.array(request.get("recipes"))) {
            if (!observer.observe(Json.object(recipe))) {
                // The thread that does not end cannot be stopped in any other way.
                Runtime.getRuntime().halt(0);
            }
            surroundings.restore();
            if (Json.object(recipe).get("restore") != null) {
                Surroundings.putLevelsBack();
            }
        }
        answers.flush();
        Runtime.getRuntime().halt(0);
    }

    /** What the JVM says of the machine is something else in each world. */
    private static void leaveHome(long world, List<Object> asked) {
        if (world == 0) {
            return;
        }
        Clock.enter(world);
        for (String name : new String[] {"os.name", "os.arch", "java.vendor", "java.vm.name"}) {
            System.setProperty(name, "other" + world);
        }
        System.setProperty("java.class.path", "/opt/classes" + world);
        System.setProperty("java.version", "99.0." + world);
        System.setProperty("java.runtime.version", "99.0." + world);
        System.setProperty("java.vm.version", "99.0." + world);
        System.setProperty("java.specification.version", "99");
        for (Object name : asked) {
            if (System.getProperty((String) name) == null) {
                System.setProperty((String) name, world == 1 ? "true" : "1");
            }
        }
    }

    /** Observes one recipe in a thread of its own; whether it came to an end. */
    private boolean observe(Map<String, Object> recipe) throws InterruptedException {
        List<Object> found = new ArrayList<>();
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        PrintStream captured = new PrintStream(output, true);
        System.setOut(captured);
        System.setErr(new PrintStream(new ByteArrayOutputStream(), true));
        Object input = recipe.get("standard_input");
        byte[] bytes = input == null ? new byte[0] : ((String) input).getBytes();
        System.setIn(new ByteArrayInputStream(bytes));
        Map<String, Object> answer = new LinkedHashMap<>();
        Thread thread =
                new Thread(() -> found.add(carefully(recipe, output, answer)), "main");
        thread.setDaemon(true);
        thread.start();
        thread.join(patience);
        if (found.isEmpty()) {
            // What was known before the call is there; the thread is busy with the call.
            Map<String, Object> timedOut = new LinkedHashMap<>(answer);
            String kind = thread.isAlive() ? "timed_out" : "crashed";
            timedOut.put(
                    "outcome",
                    timedOut.containsKey("begun")
                            ? outcome(kind)
                            : unbuildable("preparing it or looking at it does not end"));
            timedOut.put("halted", true);
            answer(timedOut);
            return false;
        }
        answer(found.get(0));
        return true;
    }

    private void answer(Object found) {
        StringBuilder line = new StringBuilder(word).append(' ');
        Json.write(found, line);
        answers.println(line);
        answers.flush();
    }

    private static Map<String, Object> outcome(String kind) {
        Map<String, Object> outcome = new LinkedHashMap<>();
        outcome.put("kind", kind);
        return outcome;
    }

    private Map<String, Object> carefully(
            Map<String, Object> recipe, ByteArrayOutputStream output, Map<String, Object> answer) {
        while (true) {
            Facts facts = new Facts(home);
            answer.clear();
            answer.put("classes", facts.classes());
            Temporary temporary = new Temporary();
            try (URLClassLoader loader = loader()) {
                Thread.currentThread().setContextClassLoader(loader);
                if (before) {
                    answer.put("before", stateBefore(recipe, new Facts(home), temporary));
                    temporary.empty();
                }
                output.reset();
                run(recipe, loader, facts, output, temporary, answer);
            } catch (Throwable failure) {
                if (named.size() < MOST_NAMED && named.addAll(Failure.missing(failure))) {
                    continue;
                }
                answer.put("outcome", unbuildable(Failure.why(failure)));
            } finally {
                temporary.end();
            }
            return answer;
        }
    }

    private Loader loader() {
        return new Loader(classPath, parent, isElsewhere, named);
    }

    private static Map<String, Object> unbuildable(String why) {
        Map<String, Object> outcome = outcome("unbuildable");
        outcome.put("why", why);
        return outcome;
    }

    /** The state of the input before the call, seen on another copy of it. */
    private Object stateBefore(Map<String, Object> recipe, Facts facts, Temporary temporary) {
        try (URLClassLoader loader = loader()) {
            Stage stage = new Stage(loader, temporary, home);
            stage.arrange(Json.array(recipe.get("arrange")));
            Executable executable = stage.executable(Json.object(recipe.get("method")));
            Object receiver =
                    recipe.get("receiver") == null ? null : stage.evaluate(recipe.get("receiver"));
            return state(receiver, executable, arguments(stage, recipe), stage, facts);
        } catch (Throwable failure) {
            return null;
        }
    }

    private static List<Object> arguments(Stage stage, Map<String, Object> recipe)
            throws ReflectiveOperationException {
        List<Object> arguments = new ArrayList<>();
        for (Object argument : Json.array(recipe.get("arguments"))) {
            arguments.add(stage.evaluate(Json.object(argument).get("value")));
        }
        return arguments;
    }

    private static List<String> names(Map<String, Object> recipe) {
        List<String> names = new ArrayList<>();
        for (Object argument : Json.array(recipe.get("arguments"))) {
            names.add(Json.string(Json.object(argument), "name"));
        }
        return names;
    }

    private void run(
            Map<String, Object> recipe,
            ClassLoader loader,
            Facts facts,
            ByteArrayOutputStream output,
            Temporary temporary,
            Map<String, Object> answer)
            throws Stage.Unbuildable, ReflectiveOperationException {
        Stage stage = new Stage(loader, temporary, home);
        Executable executable = stage.executable(Json.object(recipe.get("method")));
        answer.put("methods", methods(recipe, stage, facts));
        answer.put("call", facts.method(executable));
        stage.arrange(Json.array(recipe.get("arrange")));
        Object receiver =
                recipe.get("receiver") == null ? null : stage.evaluate(recipe.get("receiver"));
        List<Object> arguments = arguments(stage, recipe);
        output.reset();
        Object result;
        Picture picture = pictures ? new Picture() : null;
        List<String> names = names(recipe);
        if (pictures) {
            answer.put("picture_before", picture.take(receiver, names, arguments));
        }
        temporary.arranged();
        answer.put("begun", true);
        try {
            result = stage.call(executable, receiver, arguments);
        } catch (InvocationTargetException thrown) {
            answer.put("files", temporary.changes());
            answer.put("calls", stage.calls().seen());
            if (pictures) {
                answer.put("picture_after", picture.take(receiver, names, arguments));
            }
            answer.put("outcome", threw(thrown.getCause(), loader, facts));
            answer.put("output", printed(output));
            answer.put("state", state(receiver, executable, arguments, stage, facts));
            return;
        }
        if (pictures) {
            answer.put("picture_after", picture.take(receiver, names, arguments));
        }
        answer.put("files", temporary.changes());
        answer.put("calls", stage.calls().seen());
        answer.put("output", printed(output));
        Object subject = recipe.get("receiver") == null ? result : receiver;
        Object violated = violated(recipe, stage, subject);
        if (violated != null) {
            Map<String, Object> outcome = outcome("violated");
            outcome.put("clause", violated);
            answer.put("outcome", outcome);
        } else {
            Map<String, Object> outcome = outcome("returned");
            outcome.put("value", returned(result, executable, receiver, arguments, stage, facts));
            answer.put("outcome", outcome);
        }
        answer.put("state", state(receiver, executable, arguments, stage, facts));
    }

    /** What the source has to know of each method that the recipe calls on the way. */
    private static Map<String, Object> methods(
            Map<String, Object> recipe, Stage stage, Facts facts) {
        Map<String, Object> found = new LinkedHashMap<>();
        collect(recipe.get("arrange"), stage, facts, found);
        collect(recipe.get("receiver"), stage, facts, found);
        collect(recipe.get("arguments"), stage, facts, found);
        return found;
    }

    private static void collect(Object json, Stage stage, Facts facts, Map<String, Object> found) {
        if (json instanceof List) {
            for (Object item : Json.array(json)) {
                collect(item, stage, facts, found);
            }
        } else if (json instanceof Map) {
            Map<String, Object> object = Json.object(json);
            try {
                if (object.containsKey("descriptor")) {
                    String key =
                            Json.string(object, "class")
                                    + "." + Json.string(object, "name")
                                    + Json.string(object, "descriptor");
                    found.put(key, facts.method(stage.executable(object)));
                } else if (object.get("field") instanceof String
                        || object.get("constant") instanceof String) {
                    field(object, stage, facts, found);
                } else if ("class".equals(object.get("type"))) {
                    facts.note(stage.type(Json.string(object, "name")));
                } else if (object.get("class") instanceof String) {
                    facts.note(stage.type(Json.string(object, "class")));
                }
            } catch (ReflectiveOperationException | LinkageError failure) {
                // Carrying the recipe out will say what is wrong.
            }
            for (Object value : object.values()) {
                collect(value, stage, facts, found);
            }
        }
    }

    private static void field(
            Map<String, Object> object, Stage stage, Facts facts, Map<String, Object> found)
            throws ReflectiveOperationException {
        String name = Json.string(object, object.containsKey("field") ? "field" : "constant");
        Class<?> owner = stage.type(Json.string(object, "class"));
        facts.note(owner);
        java.lang.reflect.Field field = owner.getDeclaredField(name);
        Map<String, Object> seen = new LinkedHashMap<>();
        boolean writable =
                !Modifier.isFinal(field.getModifiers()) || !object.containsKey("step");
        seen.put("visible", facts.isVisible(field) && facts.isVisible(owner) && writable);
        seen.put("result", Primitives.descriptor(field.getType()));
        facts.note(field.getType());
        found.put(owner.getName() + "." + name, seen);
    }

    private static Object printed(ByteArrayOutputStream output) {
        String text = output.toString();
        if (text.isEmpty() || text.length() > LONGEST_OUTPUT) {
            return null;
        }
        List<Object> units = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            units.add((int) text.charAt(i));
        }
        return units;
    }

    private static Map<String, Object> threw(Throwable thrown, ClassLoader loader, Facts facts) {
        Map<String, Object> outcome = outcome("threw");
        Class<?> seen = thrown.getClass();
        while (!facts.isVisible(seen)) {
            seen = seen.getSuperclass();
        }
        facts.note(seen);
        outcome.put("class", seen.getName());
        outcome.put("exact", thrown.getClass().getName());
        // A message that the JVM or the JDK made may change with its version.
        StackTraceElement[] trace = thrown.getStackTrace();
        boolean own = trace.length > 0
                && isOwn(trace[0].getClassName(), loader)
                && !isOfTheMachine(thrown)
                && !repeats(thrown);
        String message = thrown.getMessage();
        List<Object> units = null;
        if (own && message != null && message.length() < LONGEST_OUTPUT) {
            units = new ArrayList<>();
            for (int i = 0; i < message.length(); i++) {
                units.add((int) message.charAt(i));
            }
        }
        outcome.put("message", units);
        return outcome;
    }

    /** Whether a message says again what the message of the cause says. */
    private static boolean repeats(Throwable thrown) {
        String message = thrown.getMessage();
        Throwable cause = thrown.getCause();
        String of = cause == null ? null : cause.getMessage();
        return message != null && of != null && !of.isEmpty() && message.contains(of);
    }

    /** Whether the JVM words the message of such an exception, in code of whatever class. */
    private static boolean isOfTheMachine(Throwable thrown) {
        String message = thrown.getMessage();
        if (message == null) {
            return false;
        }
        Class<?> kind = thrown.getClass();
        return kind == NullPointerException.class && message.startsWith("Cannot ")
                || kind == ClassCastException.class && message.contains(" cannot be cast to ")
                || kind == ArrayIndexOutOfBoundsException.class && message.startsWith("Index ")
                || kind == NegativeArraySizeException.class
                || kind == ArrayStoreException.class;
    }

    private static boolean isOwn(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader).getClassLoader() == loader;
        } catch (ClassNotFoundException | LinkageError missing) {
            return false;
        }
    }

    private Object violated(Map<String, Object> recipe, Stage stage, Object subject)
            throws ReflectiveOperationException {
        if (recipe.get("invariant") == null || subject == null) {
            return null;
        }
        Executable invariant = stage.executable(Json.object(recipe.get("invariant")));
        if (!invariant.getDeclaringClass().isInstance(subject)) {
            return null;
        }
        try {
            Object answer = stage.call(invariant, subject, new ArrayList<>());
            boolean holds = !(answer instanceof Boolean) || (Boolean) answer;
            return holds ? null : "the invariant " + invariant.getName() + " does not hold";
        } catch (InvocationTargetException thrown) {
            return "the invariant " + invariant.getName() + " throws " + thrown.getCause();
        }
    }

    private static Map<String, Object> returned(
            Object result,
            Executable executable,
            Object receiver,
            List<Object> arguments,
            Stage stage,
            Facts facts) {
        if (executable instanceof Method && ((Method) executable).getReturnType() == void.class) {
            return null;
        }
        IdentityHashMap<Object, Map<String, Object>> known =
                known(receiver, arguments, stage);
        Class<?> declared =
                executable instanceof Method
                        ? ((Method) executable).getReturnType()
                        : executable.getDeclaringClass();
        return new Describing(facts, known).result(result, declared);
    }

    private static IdentityHashMap<Object, Map<String, Object>> known(
            Object receiver, List<Object> arguments, Stage stage) {
        IdentityHashMap<Object, Map<String, Object>> known = new IdentityHashMap<>();
        for (int i = 0; i < stage.locals().size(); i++) {
            add(known, stage.locals().get(i), "local", i);
        }
        for (int i = 0; i < arguments.size(); i++) {
            add(known, arguments.get(i), "argument", i);
        }
        add(known, receiver, "receiver", 0);
        return known;
    }

    private static void add(
            IdentityHashMap<Object, Map<String, Object>> known, Object value, String what, int which) {
        if (value == null) {
            return;
        }
        Map<String, Object> who = new LinkedHashMap<>();
        who.put("what", what);
        who.put("index", which);
        known.put(value, who);
    }

    /** What can be seen of receiver and arguments. */
    private static Object state(
            Object receiver,
            Executable executable,
            List<Object> arguments,
            Stage stage,
            Facts facts) {
        Map<String, Object> state = new LinkedHashMap<>();
        IdentityHashMap<Object, Map<String, Object>> known =
                known(receiver, arguments, stage);
        Describing describing = new Describing(facts, known);
        boolean instance = receiver != null && !Modifier.isStatic(executable.getModifiers());
        state.put(
                "receiver",
                instance ? describing.state(receiver, executable.getDeclaringClass()) : null);
        List<Object> after = new ArrayList<>();
        Class<?>[] types = executable.getParameterTypes();
        for (int i = 0; i < arguments.size(); i++) {
            after.add(describing.state(arguments.get(i), types[i]));
        }
        state.put("arguments", after);
        return state;
    }
}
