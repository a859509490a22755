package everypath;

import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a test's source has to know of classes and methods, seen from the test's package. */
final class Facts {
    private final String home;
    private final Map<String, Object> classes = new LinkedHashMap<>();

    Facts(String home) {
        this.home = home;
    }

    Map<String, Object> classes() {
        return classes;
    }

    /** Notes a class that a test may have to name. */
    void note(Class<?> of) {
        while (of.isArray()) {
            of = of.getComponentType();
        }
        if (of.isPrimitive() || classes.containsKey(of.getName())) {
            return;
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        String canonical = of.getCanonicalName();
        facts.put("source", canonical == null ? of.getName() : canonical);
        facts.put("package", packageOf(of));
        facts.put("visible", isVisible(of));
        facts.put("inner", of.isMemberClass() && !Modifier.isStatic(of.getModifiers()));
        List<Object> bounds = new ArrayList<>();
        for (TypeVariable<?> parameter : of.getTypeParameters()) {
            bounds.add(erased(parameter).getName());
        }
        facts.put("bounds", bounds);
        classes.put(of.getName(), facts);
    }

    static String packageOf(Class<?> of) {
        String name = of.getName();
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(0, dot);
    }

    boolean isVisible(Class<?> of) {
        while (of.isArray()) {
            of = of.getComponentType();
        }
        if (of.isPrimitive()) {
            return true;
        }
        if (of.getCanonicalName() == null || of.isSynthetic() || isClosed(of)) {
            return false;
        }
        boolean near = packageOf(of).equals(home);
        for (Class<?> at = of; at != null; at = at.getEnclosingClass()) {
            int modifiers = at.getModifiers();
            boolean seen = Modifier.isPublic(modifiers) || near && !Modifier.isPrivate(modifiers);
            if (!seen) {
                return false;
            }
        }
        return true;
    }

    /** Whether a package of the JDK is not for everybody. */
    private static boolean isClosed(Class<?> of) {
        String name = of.getName();
        return name.startsWith("sun.")
                || name.startsWith("jdk.internal.")
                || name.startsWith("com.sun.proxy.");
    }

    boolean isVisible(Member member) {
        int modifiers = member.getModifiers();
        boolean near = packageOf(member.getDeclaringClass()).equals(home);
        return Modifier.isPublic(modifiers) || near && !Modifier.isPrivate(modifiers);
    }

    static Class<?> erased(Type type) {
        if (type instanceof Class) {
            return (Class<?>) type;
        }
        if (type instanceof ParameterizedType) {
            return (Class<?>) ((ParameterizedType) type).getRawType();
        }
        if (type instanceof TypeVariable) {
            return erased(((TypeVariable<?>) type).getBounds()[0]);
        }
        if (type instanceof GenericArrayType) {
            Class<?> element = erased(((GenericArrayType) type).getGenericComponentType());
            return Array.newInstance(element, 0).getClass();
        }
        return Object.class;
    }

    /** What the source of a call has to know. */
    Map<String, Object> method(Executable executable) {
        Map<String, Object> facts = new LinkedHashMap<>();
        Class<?> owner = executable.getDeclaringClass();
        note(owner);
        facts.put("visible", isVisible(executable) && isVisible(owner));
        int open = Modifier.PUBLIC | Modifier.PROTECTED;
        facts.put("open", (executable.getModifiers() & open) != 0);
        facts.put("static", Modifier.isStatic(executable.getModifiers()));
        facts.put("varargs", executable.isVarArgs());
        List<Object> thrown = new ArrayList<>();
        for (Class<?> type : executable.getExceptionTypes()) {
            if (!RuntimeException.class.isAssignableFrom(type)
                    && !Error.class.isAssignableFrom(type)) {
                thrown.add(type.getName());
            }
        }
        facts.put("checked", !thrown.isEmpty());
        facts.put("overloaded", isOverloaded(executable, owner));
        List<Object> parameters = new ArrayList<>();
        for (Type parameter : executable.getGenericParameterTypes()) {
            parameters.add(tree(parameter));
            note(erased(parameter));
        }
        facts.put("parameters", parameters);
        if (executable instanceof Method) {
            Class<?> result = ((Method) executable).getReturnType();
            note(result);
            facts.put("result", Primitives.descriptor(result));
            facts.put("generic_result", tree(((Method) executable).getGenericReturnType()));
        } else {
            facts.put("result", Primitives.descriptor(owner));
        }
        return facts;
    }

    private static boolean isOverloaded(Executable executable, Class<?> owner) {
        int same = 0;
        if (executable instanceof Method) {
            for (Class<?> at = owner; at != null; at = at.getSuperclass()) {
                for (Method other : at.getDeclaredMethods()) {
                    boolean alike =
                            other.getName().equals(executable.getName())
                                    && !other.isBridge()
                                    && mayClash(other, executable);
                    boolean itself =
                            java.util.Arrays.equals(
                                    other.getParameterTypes(), executable.getParameterTypes());
                    same += alike && !itself ? 1 : 0;
                }
            }
        } else {
            for (Executable other : owner.getDeclaredConstructors()) {
                same += !other.equals(executable) && mayClash(other, executable) ? 1 : 0;
            }
        }
        return same > 0;
    }

    private static boolean mayClash(Executable one, Executable other) {
        return one.getParameterCount() == other.getParameterCount()
                || one.isVarArgs()
                || other.isVarArgs();
    }

    /** A generic type in the form of recipes; what it cannot say is the erased type. */
    private Object tree(Type type) {
        return tree(type, false);
    }

    /**
     * A type argument; null if it cannot be said. One that is given may be any that a wildcard
     * allows, but inside of another argument it has to be the same.
     */
    private Object argument(Type argument, boolean isInside) {
        if (argument instanceof Class || argument instanceof ParameterizedType) {
            return tree(argument, true);
        }
        if (!(argument instanceof WildcardType)) {
            return null;
        }
        WildcardType wildcard = (WildcardType) argument;
        Type[] lower = wildcard.getLowerBounds();
        Type bound = lower.length > 0 ? lower[0] : wildcard.getUpperBounds()[0];
        if (isInside) {
            Map<String, Object> any = new LinkedHashMap<>();
            any.put("type", "any");
            return lower.length == 0 && bound == Object.class ? any : null;
        }
        return bound instanceof WildcardType ? null : argument(bound, false);
    }

    private Object tree(Type type, boolean isInside) {
        Map<String, Object> tree = new LinkedHashMap<>();
        if (type instanceof Class && ((Class<?>) type).isPrimitive()) {
            tree.put("type", ((Class<?>) type).getName());
        } else if (erased(type).isArray()) {
            tree.put("type", "array");
            tree.put("element", tree(erased(type).getComponentType()));
        } else if (type instanceof ParameterizedType) {
            List<Object> arguments = new ArrayList<>();
            for (Type argument : ((ParameterizedType) type).getActualTypeArguments()) {
                Object said = argument(argument, isInside);
                if (said == null) {
                    arguments.clear();
                    break;
                }
                arguments.add(said);
            }
            note(erased(type));
            tree.put("type", "class");
            tree.put("name", erased(type).getName());
            tree.put("arguments", arguments);
        } else {
            Class<?> of = erased(type);
            note(of);
            tree.put("type", "class");
            tree.put("name", of.getName());
        }
        return tree;
    }
}
