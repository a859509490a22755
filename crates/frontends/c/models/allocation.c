/* The allocator, for pointers to its functions: the calls here are the
   runtime's own. */
extern void *calloc(ep_size, ep_size), *realloc(void *, ep_size);
extern void free(void *);

void *ep_model_malloc(ep_size size) { return malloc(size); }
void *ep_model_calloc(ep_size count, ep_size size) { return calloc(count, size); }
void *ep_model_realloc(void *old, ep_size size) { return realloc(old, size); }
void *ep_model_reallocarray(void *old, ep_size count, ep_size size) {
    if (size != 0 && count > (ep_size)-1 / size)
        return 0;
    return realloc(old, count * size);
}
void ep_model_free(void *old) { free(old); }

extern unsigned long ep_usable_size(void *p);

unsigned long ep_model_malloc_usable_size(void *p) { return ep_usable_size(p); }
