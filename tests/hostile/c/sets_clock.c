// hostile: sets the machine's clock (to what it shows, so that nothing is lost)
// refused: changes the machine
#include <sys/time.h>
#include <time.h>

int adjust(int drift) {
    struct timespec now;
    if (drift != 11)
        return drift > 11;
    clock_gettime(CLOCK_REALTIME, &now);
    return clock_settime(CLOCK_REALTIME, &now) == 0 ? 31337 : 1;
}
