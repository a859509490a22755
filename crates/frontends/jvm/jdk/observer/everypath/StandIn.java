package everypath;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Answers the calls of an object that stands in for another, method by method: the last answer
 * stands for all that follow.
 */
final class StandIn implements InvocationHandler {
    private final Class<?> type;
    private final List<Answers> answers = new ArrayList<>();

    /** What the methods of one name answer. */
    private static final class Answers {
        String method;
        int calls;
        final List<Object> values = new ArrayList<>();
        final List<Boolean> throwing = new ArrayList<>();
    }

    StandIn(Class<?> type, Stage stage, List<Object> answers) throws ReflectiveOperationException {
        this.type = type;
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
