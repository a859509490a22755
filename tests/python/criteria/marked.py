def settle(balance: int, limit: int) -> str:
    if balance < 0:
        # everypath: goal overdrawn
        if -balance > limit > 0:
            return "refused"  # everypath: goal refused
        return "warned"
    while balance > 1000:
        balance -= 1000  # everypath: goal swept
    if balance < 0:
        return "lost"  # everypath: goal never
    return "fine"
