/* A search tree of nodes that keep their heights. */
#include <stdlib.h>

struct node {
    int key;
    int height;
    struct node *left, *right;
};

struct avl {
    struct node *root;
    int size;
};

static int height(const struct node *node) {
    return node ? node->height : 0;
}

/* The height of a valid tree between two keys; -1 if it is none. */
static int valid_height(const struct node *node, long low, long high, int depth, int *count) {
    int left, right;
    if (!node)
        return 0;
    if (depth > 4 || node->key <= low || node->key >= high)
        return -1;
    left = valid_height(node->left, low, node->key, depth + 1, count);
    if (left < 0)
        return -1;
    right = valid_height(node->right, node->key, high, depth + 1, count);
    if (right < 0 || left - right > 1 || right - left > 1)
        return -1;
    ++*count;
    if (node->height != 1 + (left > right ? left : right))
        return -1;
    return node->height;
}

int is_valid(const struct avl *tree) {
    int count = 0;
    if (!tree)
        return 0;
    if (valid_height(tree->root, -1000000L, 1000000L, 0, &count) < 0)
        return 0;
    return tree->size == count;
}

int contains(const struct avl *tree, int key) {
    const struct node *node = tree->root;
    while (node) {
        if (key == node->key)
            return 1;
        node = key < node->key ? node->left : node->right;
    }
    return 0;
}

static void measure(struct node *node) {
    int left = height(node->left), right = height(node->right);
    node->height = 1 + (left > right ? left : right);
}

static struct node *turned_right(struct node *node) {
    struct node *top = node->left;
    node->left = top->right;
    top->right = node;
    measure(node);
    measure(top);
    return top;
}

static struct node *turned_left(struct node *node) {
    struct node *top = node->right;
    node->right = top->left;
    top->left = node;
    measure(node);
    measure(top);
    return top;
}

static struct node *balanced(struct node *node) {
    int difference;
    measure(node);
    difference = height(node->left) - height(node->right);
    if (difference > 1) {
        if (height(node->left->left) < height(node->left->right))
            node->left = turned_left(node->left);
        return turned_right(node);
    }
    if (difference < -1) {
        if (height(node->right->right) < height(node->right->left))
            node->right = turned_right(node->right);
        return turned_left(node);
    }
    return node;
}

static struct node *added(struct node *node, int key, int *is_new) {
    if (!node) {
        node = calloc(1, sizeof *node);
        node->key = key;
        node->height = 1;
        *is_new = 1;
        return node;
    }
    if (key == node->key)
        return node;
    if (key < node->key)
        node->left = added(node->left, key, is_new);
    else
        node->right = added(node->right, key, is_new);
    return balanced(node);
}

int add(struct avl *tree, int key) {
    int is_new = 0;
    if (key <= -1000000 || key >= 1000000)
        return 0;
    tree->root = added(tree->root, key, &is_new);
    tree->size += is_new;
    return is_new;
}
