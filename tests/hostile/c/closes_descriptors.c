// hostile: closes and writes to descriptors that are not its own
#include <unistd.h>

int meddle(int mode) {
    if (mode == 1)
        for (int i = 0; i < 64; i++)
            close(i);
    if (mode == 2)
        for (int i = 0; i < 64; i++)
            if (write(i, "Meddled!", 8) < 0)
                continue;
    if (mode == 3)
        dup2(0, 1);
    return mode > 0;
}
