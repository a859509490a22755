/* The environment is input. */
extern char *ep_environment(const char *name);

char *ep_model_getenv(const char *name) { return ep_environment(name); }
