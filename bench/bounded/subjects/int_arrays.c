/* Arrays of integers, at indices that depend on the input. */

int bigArray(int index, int value) {
    int big[1000] = {0};
    if (index < 0 || index >= 1000) {
        return 0; /* everypath: goal 0 */
    }
    big[index] = value;
    if (big[999] == 12345 && big[0] == 0) {
        return 1; /* everypath: goal 1 */
    }
    return 2; /* everypath: goal 2 */
}

int indirect(const int *a, int length, int i) {
    if (!a || i < 0 || i >= length) {
        return 0; /* everypath: goal 0 */
    }
    int j = a[i];
    if (j >= 0 && j < length && a[j] == i && i != j) {
        return 1; /* everypath: goal 1 */
    }
    return 2; /* everypath: goal 2 */
}

int sorted(const int *a, int length) {
    if (!a || length < 4) {
        return 0; /* everypath: goal 0 */
    }
    for (int i = 1; i < length; i++) {
        if (a[i - 1] >= a[i]) {
            return 1; /* everypath: goal 1 */
        }
    }
    if (a[0] + a[length - 1] == 100) {
        return 2; /* everypath: goal 2 */
    }
    return 3; /* everypath: goal 3 */
}

int swapped(int *a, int length, int i, int j) {
    if (!a || i < 0 || j < 0 || i >= length || j >= length) {
        return 0; /* everypath: goal 0 */
    }
    int kept = a[i];
    a[i] = a[j];
    a[j] = kept;
    if (a[i] != a[j] && kept == a[i]) {
        return 1; /* everypath: goal 1 */
    }
    return 2; /* everypath: goal 2 */
}
