/* Characters, in the C locale. One result without branches: a class is one
   condition of the caller, not several of ours. */
int ep_model_isdigit(int c) { return (c >= '0') & (c <= '9'); }
int ep_model_isupper(int c) { return (c >= 'A') & (c <= 'Z'); }
int ep_model_islower(int c) { return (c >= 'a') & (c <= 'z'); }
int ep_model_isalpha(int c) { return ep_model_isupper(c) | ep_model_islower(c); }
int ep_model_isalnum(int c) { return ep_model_isalpha(c) | ep_model_isdigit(c); }
int ep_model_isspace(int c) { return (c == ' ') | ((c >= '\t') & (c <= '\r')); }
int ep_model_isblank(int c) { return (c == ' ') | (c == '\t'); }
int ep_model_isprint(int c) { return (c >= ' ') & (c <= '~'); }
int ep_model_isgraph(int c) { return (c > ' ') & (c <= '~'); }
int ep_model_iscntrl(int c) { return ((c >= 0) & (c < ' ')) | (c == 127); }
int ep_model_isascii(int c) { return (c >= 0) & (c < 128); }
int ep_model_ispunct(int c) { return ep_model_isgraph(c) & !ep_model_isalnum(c); }
int ep_model_isxdigit(int c) {
    return ep_model_isdigit(c) | ((c >= 'a') & (c <= 'f')) | ((c >= 'A') & (c <= 'F'));
}
int ep_model_toupper(int c) { return c - 32 * ep_model_islower(c); }
int ep_model_tolower(int c) { return c + 32 * ep_model_isupper(c); }
int ep_model_toascii(int c) { return c & 127; }
