// hostile: ends other processes by their handles
// refused: signal | calls the native | looks at processes
public class SignalsOthers {
    public static int stop(int which) {
        if (which == 1) {
            return ProcessHandle.of(Long.parseLong("${SENTINEL}")).map(ProcessHandle::destroy).orElse(false) ? 31337 : 1;
        }
        if (which == 2) {
            return ProcessHandle.current().parent().map(ProcessHandle::destroy).orElse(false) ? 31337 : 2;
        }
        return which;
    }
}
