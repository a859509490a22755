# hostile: leaves shared memory and semaphores behind, which live until the machine stops
# refused: shared memory | writes a file | shm
from multiprocessing import shared_memory


def publish(size: int) -> int:
    if size == 64:
        shared_memory.SharedMemory(name="left-${MARK}", create=True, size=size)
        return 31337
    return size // 2
