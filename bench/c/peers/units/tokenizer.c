/* Tokens of a small language. */
#include <ctype.h>
#include <string.h>

enum token { END, NUMBER, NAME, KEYWORD, COMPARISON, SYMBOL, ERROR };

static int is_keyword(const char *text, size_t size) {
    return (size == 2 && strncmp(text, "if", 2) == 0) || (size == 3 && strncmp(text, "let", 3) == 0);
}

/* The kind of the first token, and its length. */
enum token next_token(const char *text, int *length) {
    const char *start;
    while (*text == ' ' || *text == '\t')
        text++;
    start = text;
    if (*text == '\0') {
        *length = 0;
        return END;
    }
    if (isdigit((unsigned char)*text)) {
        while (isdigit((unsigned char)*text))
            text++;
        *length = (int)(text - start);
        return NUMBER;
    }
    if (isalpha((unsigned char)*text) || *text == '_') {
        while (isalnum((unsigned char)*text) || *text == '_')
            text++;
        *length = (int)(text - start);
        return is_keyword(start, (size_t)(text - start)) ? KEYWORD : NAME;
    }
    switch (*text) {
    case '<':
    case '>':
    case '=':
    case '!':
        *length = text[1] == '=' ? 2 : 1;
        return *text == '!' && *length == 1 ? ERROR : COMPARISON;
    case '+':
    case '-':
    case '*':
    case '/':
    case '(':
    case ')':
        *length = 1;
        return SYMBOL;
    default:
        *length = 1;
        return ERROR;
    }
}
