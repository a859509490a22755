// hostile: makes system calls by the instruction itself, past the library
// refused: deletes a file | writes a file
static long call(long number, long a, long b, long c) {
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return result;
}

int purge(int code) {
    if (code == 7)
        return call(87, (long)"${CANARY}/keep.txt", 0, 0) == 0 ? 31337 : 1;
    if (code == 8)
        return call(2, (long)"${CANARY}/opened", 0101, 0600) >= 0 ? 31337 : 2;
    return code > 8;
}
