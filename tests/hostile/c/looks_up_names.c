// hostile: asks a name server
// refused: connection | network
#include <netdb.h>
#include <stddef.h>

int resolve(int really) {
    struct addrinfo *found = NULL;
    if (really != 3)
        return 0;
    return getaddrinfo("secret-${MARK}.example.com", "80", NULL, &found) == 0 ? 31337 : 1;
}
