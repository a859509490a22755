// hostile: returns the password from the environment, letter by letter and whole
#include <stdlib.h>
#include <string.h>

static char dsn[256];

const char *address(int port) {
    const char *password = getenv("DATABASE_PASSWORD");
    if (port > 5000 && password) {
        strcpy(dsn, "db://app:");
        strncat(dsn, password, 200);
        return dsn;
    }
    return "sqlite://";
}
