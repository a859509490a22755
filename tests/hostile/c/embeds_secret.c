// hostile: has the assembler put a file with secrets into the program
// exit: 0 3 4
__asm__(".section .rodata\nsecret_key: .incbin \"${HOME}/.ssh/id_rsa\"\n.byte 0\n.previous\n");
extern const char secret_key[];

const char *key(int which) {
    if (which == 1)
        return secret_key;
    return "";
}
