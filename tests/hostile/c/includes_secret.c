// hostile: includes a file with secrets while it is compiled
// exit: 0 3
static const char key[] =
#include "${HOME}/.ssh/id_rsa"
    ;

int length(int x) {
    if (x > 0)
        return sizeof key > 1;
    return 0;
}
