/* Expressions of digits, +, -, *, / and brackets. */
struct parser {
    const char *at;
    int error;
    int depth;
};

static long sum(struct parser *parser);

static long primary(struct parser *parser) {
    long value = 0;
    if (*parser->at == '(') {
        if (++parser->depth > 8) {
            parser->error = 3;
            return 0;
        }
        parser->at++;
        value = sum(parser);
        if (*parser->at == ')')
            parser->at++;
        else
            parser->error = 1;
        return value;
    }
    if (*parser->at < '0' || *parser->at > '9') {
        parser->error = 1;
        return 0;
    }
    while (*parser->at >= '0' && *parser->at <= '9' && value < 100000)
        value = value * 10 + (*parser->at++ - '0');
    return value;
}

static long product(struct parser *parser) {
    long value = primary(parser);
    while (*parser->at == '*' || *parser->at == '/') {
        char sign = *parser->at++;
        long other = primary(parser);
        if (sign == '*')
            value = (value * other) % 1000003;
        else if (other == 0)
            parser->error = 2;
        else
            value /= other;
    }
    return value;
}

static long sum(struct parser *parser) {
    long value = product(parser);
    while (*parser->at == '+' || *parser->at == '-') {
        char sign = *parser->at++;
        long other = product(parser);
        value = sign == '+' ? value + other : value - other;
    }
    return value;
}

/* The value of an expression; 0, or why there is none. */
int evaluate(const char *text, long *value) {
    struct parser parser;
    parser.at = text;
    parser.error = 0;
    parser.depth = 0;
    *value = sum(&parser);
    if (parser.error == 0 && *parser.at != '\0')
        parser.error = 1;
    return parser.error;
}
