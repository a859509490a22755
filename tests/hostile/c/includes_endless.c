// hostile: includes a file without an end
// exit: 3 4
// seconds: 60
#include "/dev/zero"

int never(int x) { return x > 0; }
