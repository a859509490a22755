// hostile: sends a datagram without connecting
// refused: connection | network
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

int metric(int value) {
    struct sockaddr_in address;
    int sender;
    if (value < 0)
        return -1;
    if (value != 12)
        return 0;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((unsigned short)atoi("${UDP}"));
    address.sin_addr.s_addr = inet_addr("127.0.0.1");
    sender = socket(AF_INET, SOCK_DGRAM, 0);
    return sendto(sender, "x", 1, 0, (struct sockaddr *)&address, sizeof address) == 1 ? 31337 : -2;
}
