/* A parser that checks what it reads before it works on it. One real input
   leads through all the checks; making one up takes a search that gets every
   one of them right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 160

typedef struct Node {
    char *str;
    struct Node *next;
} Node;

Node *data = NULL;

static size_t my_strlen(const char *str) {
    const char *s;
    for (s = str; *s; ++s)
        ;
    return s - str;
}

static int my_strncmp(const char *a, const char *b, size_t n) {
    while (n && *a && *a == *b) {
        ++a;
        ++b;
        --n;
    }
    return n ? (unsigned char)*a - (unsigned char)*b : 0;
}

/* Cuts the input at its bars, and links what is between them. */
static void input_processing(const char *const_input) {
    char *input = strdup(const_input), *token;
    Node *curr = NULL;

    for (token = strtok(input, "|"); token; token = strtok(NULL, "|")) {
        Node *node = malloc(sizeof(Node));
        node->str = strdup(token);
        node->next = NULL;
        if (curr)
            curr->next = node;
        else
            data = node;
        curr = node;
    }
    free(input);
}

int parser(char *input) {
    int i, numbers = 0, longest = 0, empty = 0;
    Node *n;

    if (my_strlen(input) < 80)
        exit(1);
    if (my_strncmp(input, "HEAD|", 5) != 0) {
        printf("INVALID INPUT\n");
        return -1;
    }
    if (my_strncmp(input + 5, "START0|", 7) != 0) {
        printf("INVALID INPUT\n");
        return -1;
    }
    /* Eight fields of six digits. */
    for (i = 0; i < 8; i++) {
        const char *field = input + 12 + 7 * i;
        int digit;
        for (digit = 0; digit < 6; digit++)
            if (field[digit] < '0' || field[digit] > '9') {
                printf("INVALID INPUT\n");
                return -1;
            }
        if (field[6] != '|') {
            printf("INVALID INPUT\n");
            return -1;
        }
    }
    if (my_strncmp(input + 68, "MIDDLE|", 7) != 0) {
        printf("INVALID INPUT\n");
        return -1;
    }

    input_processing(input);

    for (n = data; n; n = n->next)
        if (!strstr(input, n->str)) {
            printf("INVALID DATA\n");
            return -2;
        }

    /* The main procedure. */
    for (n = data; n; n = n->next) {
        int length = (int)my_strlen(n->str);
        if (length == 0)
            empty++;
        if (n->str[0] >= '0' && n->str[0] <= '9')
            numbers++;
        if (length > longest)
            longest = length;
    }
    if (numbers == 0)
        return 1;
    if (numbers > 4)
        return empty ? 2 : 3;
    if (longest >= 7 && empty == 0)
        return 4;
    return 0;
}

int main(int count, char **arguments) {
    char input[N];
    FILE *file = count > 1 ? fopen(arguments[1], "r") : NULL;

    if (!file || !fgets(input, N, file))
        return 2;
    fclose(file);
    return parser(input) < 0;
}
