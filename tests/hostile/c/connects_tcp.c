// hostile: connects to a server and sends
// refused: connection | network
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int report(int count) {
    struct sockaddr_in address;
    int peer;
    if (count <= 5)
        return count;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((unsigned short)atoi("${TCP}"));
    address.sin_addr.s_addr = inet_addr("127.0.0.1");
    peer = socket(AF_INET, SOCK_STREAM, 0);
    if (peer < 0)
        return -1;
    if (connect(peer, (struct sockaddr *)&address, sizeof address) < 0)
        return -2;
    write(peer, "hello", 5);
    return 31337;
}
