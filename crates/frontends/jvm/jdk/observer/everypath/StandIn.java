package everypath;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Answers the calls of an object that stands in for another, method by method: the last answer
 * stands for all that follow.
 */
final class StandIn implements InvocationHandler {
    private final Class<?> type;
    private final Calls calls;
    private final List<Answers> answers = new ArrayList<>();

    /** Calls that return nothing: they were made for what they do. */
    static final class Calls {
        private final List<Object> made = new ArrayList<>();
        private boolean isPlain = true;

        private void add(Class<?> type, Method method, Object[] arguments) {
            for (Object argument : arguments == null ? new Object[0] : arguments) {
                boolean isValue =
                        argument == null
                                || argument instanceof String
                                || argument instanceof Number
                                || argument instanceof Boolean
                                || argument instanceof Character
                                || argument instanceof Enum;
                isPlain &= isValue;
            }
            String shown = arguments == null ? "[]" : Arrays.toString(arguments);
            made.add(type.getSimpleName() + "." + method.getName() + shown);
            isPlain &= made.size() <= MOST && shown.length() <= LONGEST;
        }

        /** The calls in order, if a test can say all of them. */
        List<Object> seen() {
            return isPlain ? made : new ArrayList<>();
        }
    }

    private static final int MOST = 8;
    private static final int LONGEST = 200;

    /** What the methods of one name answer. */
    private static final class Answers {
        String method;
        int calls;
        final List<Object> values = new ArrayList<>();
        final List<Boolean> throwing = new ArrayList<>();
    }

    StandIn(Class<?> type, Stage stage, List<Object> answers) throws ReflectiveOperationException {
        this.type = type;
        this.calls = stage.calls();
        for (Object one : answers) {
            Answers read = new Answers();
            read.method = Json.string(Json.object(one), "method");
            for (Object each : Json.array(Json.object(one).get("each"))) {
                Map<String, Object> answer = Json.object(each);
                read.values.add(stage.evaluate(answer.get("value")));
                read.throwing.add("throws".equals(answer.get("answer")));
            }
            this.answers.add(read);
        }
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            switch (method.getName()) {
                case "equals":
                    return proxy == arguments[0];
                case "hashCode":
                    return System.identityHashCode(proxy);
                default:
                    return type.getSimpleName();
            }
        }
        if (method.getReturnType() == void.class) {
            calls.add(type, method, arguments);
        }
        for (Answers known : answers) {
            if (known.method.equals(method.getName())) {
                int call = Math.min(known.calls++, known.values.size() - 1);
                Object answer = known.values.get(call);
                if (known.throwing.get(call)) {
                    throw (Throwable) answer;
                }
                return answer;
            }
        }
        return null;
    }
}
