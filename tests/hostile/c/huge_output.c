// hostile: prints without end
#include <stdio.h>

int dump(int rows) {
    if (rows == 6)
        for (int i = 0; i < 4000000; i++)
            puts("yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy");
    return rows > 6;
}
