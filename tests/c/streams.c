/* Streams of the input: what is read from them is input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Counts lines; a negative result for a stream that ends within a line. */
int count_lines(FILE *in) {
    int c, lines = 0, last = '\n';
    if (in == NULL)
        return -1;
    while ((c = getc(in)) != EOF) {
        if (c == '\n')
            lines++;
        last = c;
    }
    return last == '\n' ? lines : -lines - 2;
}

int read_key(FILE *in, char *key, size_t size) {
    char line[64];
    char *equals;
    while (fgets(line, sizeof line, in)) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        equals = strchr(line, '=');
        if (!equals)
            return -1;
        *equals = 0;
        if (strlen(line) >= size)
            return -2;
        strcpy(key, line);
        return 1;
    }
    return 0;
}

void write_pair(FILE *out, int a, int b) {
    if (a > b)
        fprintf(out, "%d>%d\n", a, b);
    else
        fprintf(out, "%d<=%d\n", a, b);
}

int answer(void) {
    int c = getchar();
    if (c == 'y' || c == 'Y')
        return 1;
    if (c == 'n')
        return 0;
    return -1;
}

int skip_blank(FILE *in) {
    int c, n = 0;
    while ((c = fgetc(in)) == ' ' || c == '\t')
        n++;
    if (c != EOF)
        ungetc(c, in);
    if (feof(in))
        return -1;
    return n;
}

int header_ok(FILE *in) {
    unsigned char head[4];
    if (fread(head, 1, 4, in) != 4)
        return 0;
    if (head[0] != 0x89 || head[1] != 'P')
        return 0;
    return head[2] == 'N' ? 2 : 1;
}

int longest(FILE *in) {
    char *line = NULL;
    size_t room = 0;
    long n, most = 0;
    while ((n = getline(&line, &room, in)) != -1)
        if (n > most)
            most = n;
    free(line);
    fclose(in);
    return (int)most;
}

int number_in(FILE *stream) {
    int value = 0, count;
    if (!stream)
        return -1;
    count = fscanf(stream, "%d", &value);
    if (count == EOF)
        return -2;
    if (count == 0)
        return -3;
    return value == 42;
}
