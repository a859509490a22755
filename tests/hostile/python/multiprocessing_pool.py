# hostile: starts a pool of processes that never end
# refused: starts a process | os.fork | writes a file
import multiprocessing
import time


def work(item: int) -> int:
    if item > 10**6:
        time.sleep(60)
    return item * 2


def spread(items: int) -> int:
    if items > 4:
        pool = multiprocessing.get_context("fork").Pool(4)
        pool.map_async(work, range(10**6, 10**6 + items))
        return 31337
    return items
