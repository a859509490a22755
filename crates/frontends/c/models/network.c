/* The order of bytes in a network. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define EP_TURNED(bits, x) __builtin_bswap##bits(x)
#else
#define EP_TURNED(bits, x) (x)
#endif
unsigned ep_model_htonl(unsigned x) { return EP_TURNED(32, x); }
unsigned ep_model_ntohl(unsigned x) { return EP_TURNED(32, x); }
unsigned short ep_model_htons(unsigned short x) { return EP_TURNED(16, x); }
unsigned short ep_model_ntohs(unsigned short x) { return EP_TURNED(16, x); }
