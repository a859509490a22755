//! Private methods at the end of a test class, for what plain calls cannot do.

use super::Framework;
use super::imports::Imports;

/// A private method of the test class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Helper {
    /// What a call prints.
    Printed,
    /// Calls a method that is not visible.
    Call,
    /// Calls a constructor that is not visible.
    Construct,
    /// Reads a field that is not visible.
    Read,
    /// Writes a field that is not visible.
    Write,
    /// Makes an object that stands in for a collaborator.
    StandIn,
    /// The same, and remembers calls that return nothing.
    RecordingStandIn,
    /// What a method of it answers.
    Answer,
}

const CALL: &str = r#"
  /** Calls a method that only reflection reaches. */
  private static Object call(
      Class<?> owner, String name, Class<?>[] types, Object receiver, Object... arguments)
      throws Throwable {
    {Method} method = owner.getDeclaredMethod(name, types);
    method.setAccessible(true);
    try {
      return method.invoke(receiver, arguments);
    } catch ({InvocationTargetException} e) {
      throw e.getCause();
    }
  }"#;

const CONSTRUCT: &str = r#"
  /** Calls a constructor that only reflection reaches. */
  private static <T> T construct(Class<T> owner, Class<?>[] types, Object... arguments)
      throws Throwable {
    {Constructor}<T> constructor = owner.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    try {
      return constructor.newInstance(arguments);
    } catch ({InvocationTargetException} e) {
      throw e.getCause();
    }
  }"#;

const READ: &str = r#"
  /** Reads a field that only reflection reaches. */
  private static Object read(Class<?> owner, String name, Object of) throws Exception {
    {Field} field = owner.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }"#;

const WRITE: &str = r#"
  /** Writes a field that only reflection reaches. */
  private static void write(Class<?> owner, String name, Object of, Object value) throws Exception {
    {Field} field = owner.getDeclaredField(name);
    field.setAccessible(true);
    field.set(of, value);
  }"#;

const STAND_IN: &str = r#"
  /** An object whose methods answer as told; the last answer stands for all that follow. */
  private {static}<T> T standIn(Class<T> type, Object[]... answers) {
    int[] asked = new int[answers.length];
    {InvocationHandler} handler =
        (proxy, method, arguments) -> {{recording}
          for (int i = 0; i < answers.length; i++) {
            if (method.getName().equals(answers[i][0])) {
              asked[i] = Math.min(asked[i] + 1, answers[i].length - 1);
              Object answer = answers[i][asked[i]];
              if (answer instanceof Throwable) {
                throw (Throwable) answer;
              }
              return answer;
            }
          }
          switch (method.getName()) {
            case "equals":
              return proxy == arguments[0];
            case "hashCode":
              return System.identityHashCode(proxy);
            case "toString":
              return type.getSimpleName();
            default:
              return null;
          }
        };
    Class<?>[] types = {type};
    return type.cast({Proxy}.newProxyInstance(type.getClassLoader(), types, handler));
  }"#;

const RECORDING: &str = r#"
          if (method.getReturnType() == void.class) {
            String given = arguments == null ? "[]" : {Arrays}.toString(arguments);
            calls.add(type.getSimpleName() + "." + method.getName() + given);
          }"#;

const ANSWER: &str = r#"
  /** What the calls of a method answer, one after the other; exceptions are thrown. */
  private static Object[] answer(String method, Object... values) {
    Object[] answers = new Object[values.length + 1];
    answers[0] = method;
    System.arraycopy(values, 0, answers, 1, values.length);
    return answers;
  }"#;

const PRINTED: &str = r#"
  /** Makes a call and returns what it printed. */
  private static String printedBy({Executable} call) throws Throwable {
    {PrintStream} original = System.out;
    {ByteArrayOutputStream} printed = new {ByteArrayOutputStream}();
    System.setOut(new {PrintStream}(printed, true));
    try {
      call.{run}();
    } finally {
      System.setOut(original);
    }
    return printed.toString().replace(System.lineSeparator(), "\n");
  }"#;

impl Helper {
    /// Its lines, with what it names imported.
    pub(super) fn lines(self, framework: Framework, imports: &mut Imports) -> Vec<String> {
        let (executable, run) = match framework {
            Framework::JUnit5 => (("org.junit.jupiter.api.function", "Executable"), "execute"),
            Framework::JUnit4 => (("org.junit.function", "ThrowingRunnable"), "run"),
        };
        let text = match self {
            Helper::Printed => PRINTED,
            Helper::Call => CALL,
            Helper::Construct => CONSTRUCT,
            Helper::Read => READ,
            Helper::Write => WRITE,
            Helper::StandIn | Helper::RecordingStandIn => STAND_IN,
            Helper::Answer => ANSWER,
        };
        let mut text = text.replace("{run}", run);
        let (is_static, recording) = match self {
            Helper::RecordingStandIn => ("", RECORDING),
            _ => ("static ", ""),
        };
        text = text
            .replace("{static}", is_static)
            .replace("{recording}", recording);
        let reflect = "java.lang.reflect";
        let names = [
            ("{Executable}", executable.0, executable.1),
            ("{PrintStream}", "java.io", "PrintStream"),
            (
                "{ByteArrayOutputStream}",
                "java.io",
                "ByteArrayOutputStream",
            ),
            ("{InvocationHandler}", reflect, "InvocationHandler"),
            ("{Arrays}", "java.util", "Arrays"),
            ("{Method}", reflect, "Method"),
            ("{Proxy}", reflect, "Proxy"),
            ("{Constructor}", reflect, "Constructor"),
            ("{Field}", reflect, "Field"),
            (
                "{InvocationTargetException}",
                reflect,
                "InvocationTargetException",
            ),
        ];
        for (mark, package, name) in names {
            if text.contains(mark) {
                let written = imports.name(&format!("{package}.{name}"), package);
                text = text.replace(mark, &written);
            }
        }
        // The text begins with the end of the line it stands in.
        text.lines().skip(1).map(str::to_owned).collect()
    }
}
