/* A linked list that stays sorted. */
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

/* Inserts a value; a value that is there already is not inserted again. */
int insert(struct node **head, int value) {
    struct node *node;
    if (head == NULL)
        return -1;
    while (*head != NULL && (*head)->value < value)
        head = &(*head)->next;
    if (*head != NULL && (*head)->value == value)
        return 0;
    node = malloc(sizeof *node);
    node->value = value;
    node->next = *head;
    *head = node;
    return 1;
}
