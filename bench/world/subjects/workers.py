"""Workers that wait for one another."""

import asyncio


async def fetch_all(client, urls):
    bodies = []
    for url in urls:
        try:
            body = await client.get(url)
        except OSError:
            bodies.append(None)
            continue
        if body:
            bodies.append(body)
        await asyncio.sleep(0.1)
    return bodies


async def poll(source, attempts: int = 3):
    for attempt in range(attempts):
        value = await source.read()
        if value is not None:
            return value
        await asyncio.sleep(2**attempt)
    return None


async def drain(queue):
    total = 0
    while not queue.empty():
        item = await queue.get()
        if item < 0:
            break
        total += item
    return total


async def both(first: int, second: int) -> int:
    async def double(number):
        await asyncio.sleep(0)
        return number * 2

    results = await asyncio.gather(double(first), double(second))
    if results[0] > results[1]:
        return results[0]
    return sum(results)
