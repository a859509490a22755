/* What compilers have names of their own for. Every side of every branch can be
   reached. */
#include <arpa/inet.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

int zeros(unsigned x, unsigned long y, unsigned short z) {
    if (x != 0 && __builtin_clz(x) == 19 && x % 7 == 3) return 1;
    if (y != 0 && __builtin_ctzl(y) == 40 && y >> 60 == 5) return 2;
    if (z != 0 && __builtin_ffs(z) == 9) return 3;
    return 0;
}

int ones(unsigned x, unsigned long y) {
    if (__builtin_popcount(x) == 17 && (x & 0xff) == 0xa5) return 1;
    if (__builtin_popcountl(y) == 63) return 2;
    return __builtin_parity(x) ? 3 : 0;
}

int swapped(uint16_t a, uint32_t b, uint64_t c) {
    if (__builtin_bswap16(a) == 0x1234) return 1;
    if (__builtin_bswap32(b) == 0xcafe0001u) return 2;
    if (__builtin_bswap64(c) == 0x0102030405060708u) return 3;
    return 0;
}

int from_network(const unsigned char *packet) {
    uint32_t word;
    uint16_t half;
    if (!packet) return -1;
    __builtin_memcpy(&word, packet, sizeof word);
    __builtin_memcpy(&half, packet + 4, sizeof half);
    if (ntohl(word) == 0x7f000001) return 1;
    return htons(443) == half ? 2 : 0;
}

int sized(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) return -1;
    return total == 96 && count == 12 ? 1 : 0;
}

int narrow(unsigned a, unsigned b) {
    unsigned product;
    if (__builtin_mul_overflow(a, b, &product)) return -1;
    return product == 5000 && a == 50 ? 1 : 0;
}

struct shared { atomic_int users; unsigned flags; int *owner; };

int released(struct shared *shared) {
    if (!shared) return -1;
    if (atomic_fetch_sub(&shared->users, 1) == 1) return 1;
    if (__sync_fetch_and_or(&shared->flags, 4) == 0x30) return 2;
    return 0;
}

int locked(struct shared *shared, int expected) {
    if (!shared) return -1;
    if (!atomic_compare_exchange_strong(&shared->users, &expected, 7)) return expected == 99 ? 2 : 1;
    return 0;
}
