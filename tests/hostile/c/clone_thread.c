// hostile: leaves a thread behind that goes on writing
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *beat(void *unused) {
    for (int i = 0; i < 3000; i++) {
        FILE *file = fopen("${CANARY}/heartbeat", "a");
        if (file)
            fclose(file);
        usleep(10000);
    }
    return unused;
}

int begin(int interval) {
    pthread_t thread;
    if (interval == 5)
        return pthread_create(&thread, 0, beat, 0) == 0;
    return interval > 5 ? 2 : 0;
}
