// hostile: connects to sockets with a path and with an abstract name
// refused: connection | network
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

int ask(int which) {
    struct sockaddr_un address;
    const char *name = which == 1 ? "${SOCKET}" : "${ABSTRACT}";
    int skip = which == 1 ? 0 : 1;
    int peer;
    if (which < 1 || which > 2)
        return which;
    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    strcpy(address.sun_path + skip, name);
    peer = socket(AF_UNIX, SOCK_STREAM, 0);
    if (peer < 0)
        return -1;
    return connect(peer, (struct sockaddr *)&address,
                   (socklen_t)(offsetof(struct sockaddr_un, sun_path) + skip + strlen(name))) == 0
               ? 31337
               : -2;
}
