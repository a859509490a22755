struct input { int values[3]; int value; unsigned char length, no_head; };
static void drive(struct input *in) {
    struct node nodes[3], *head = 0;
    int i;
    if (in->length > 3)
        return;
    for (i = in->length - 1; i >= 0; i--) {
        nodes[i].value = in->values[i];
        nodes[i].next = head;
        head = &nodes[i];
    }
    insert(in->no_head ? 0 : &head, in->value);
}
