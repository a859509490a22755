"""Sixty independent branches in sequence: 2^60 paths."""


def sixty(bits: int, threshold: int) -> int:
    total = 0
    if bits >> 0 & 1 == 1:
        total += 1  # everypath: goal 0
    if bits >> 1 & 1 == 1:
        total += 38  # everypath: goal 1
    if bits >> 2 & 1 == 1:
        total += 75  # everypath: goal 2
    if bits >> 3 & 1 == 1:
        total += 11  # everypath: goal 3
    if bits >> 4 & 1 == 1:
        total += 48  # everypath: goal 4
    if bits >> 5 & 1 == 1:
        total += 85  # everypath: goal 5
    if bits >> 6 & 1 == 1:
        total += 21  # everypath: goal 6
    if bits >> 7 & 1 == 1:
        total += 58  # everypath: goal 7
    if bits >> 8 & 1 == 1:
        total += 95  # everypath: goal 8
    if bits >> 9 & 1 == 1:
        total += 31  # everypath: goal 9
    if bits >> 10 & 1 == 1:
        total += 68  # everypath: goal 10
    if bits >> 11 & 1 == 1:
        total += 4  # everypath: goal 11
    if bits >> 12 & 1 == 1:
        total += 41  # everypath: goal 12
    if bits >> 13 & 1 == 1:
        total += 78  # everypath: goal 13
    if bits >> 14 & 1 == 1:
        total += 14  # everypath: goal 14
    if bits >> 15 & 1 == 1:
        total += 51  # everypath: goal 15
    if bits >> 16 & 1 == 1:
        total += 88  # everypath: goal 16
    if bits >> 17 & 1 == 1:
        total += 24  # everypath: goal 17
    if bits >> 18 & 1 == 1:
        total += 61  # everypath: goal 18
    if bits >> 19 & 1 == 1:
        total += 98  # everypath: goal 19
    if bits >> 20 & 1 == 1:
        total += 34  # everypath: goal 20
    if bits >> 21 & 1 == 1:
        total += 71  # everypath: goal 21
    if bits >> 22 & 1 == 1:
        total += 7  # everypath: goal 22
    if bits >> 23 & 1 == 1:
        total += 44  # everypath: goal 23
    if bits >> 24 & 1 == 1:
        total += 81  # everypath: goal 24
    if bits >> 25 & 1 == 1:
        total += 17  # everypath: goal 25
    if bits >> 26 & 1 == 1:
        total += 54  # everypath: goal 26
    if bits >> 27 & 1 == 1:
        total += 91  # everypath: goal 27
    if bits >> 28 & 1 == 1:
        total += 27  # everypath: goal 28
    if bits >> 29 & 1 == 1:
        total += 64  # everypath: goal 29
    if bits >> 30 & 1 == 1:
        total += 101  # everypath: goal 30
    if bits >> 31 & 1 == 1:
        total += 37  # everypath: goal 31
    if bits >> 32 & 1 == 1:
        total += 74  # everypath: goal 32
    if bits >> 33 & 1 == 1:
        total += 10  # everypath: goal 33
    if bits >> 34 & 1 == 1:
        total += 47  # everypath: goal 34
    if bits >> 35 & 1 == 1:
        total += 84  # everypath: goal 35
    if bits >> 36 & 1 == 1:
        total += 20  # everypath: goal 36
    if bits >> 37 & 1 == 1:
        total += 57  # everypath: goal 37
    if bits >> 38 & 1 == 1:
        total += 94  # everypath: goal 38
    if bits >> 39 & 1 == 1:
        total += 30  # everypath: goal 39
    if bits >> 40 & 1 == 1:
        total += 67  # everypath: goal 40
    if bits >> 41 & 1 == 1:
        total += 3  # everypath: goal 41
    if bits >> 42 & 1 == 1:
        total += 40  # everypath: goal 42
    if bits >> 43 & 1 == 1:
        total += 77  # everypath: goal 43
    if bits >> 44 & 1 == 1:
        total += 13  # everypath: goal 44
    if bits >> 45 & 1 == 1:
        total += 50  # everypath: goal 45
    if bits >> 46 & 1 == 1:
        total += 87  # everypath: goal 46
    if bits >> 47 & 1 == 1:
        total += 23  # everypath: goal 47
    if bits >> 48 & 1 == 1:
        total += 60  # everypath: goal 48
    if bits >> 49 & 1 == 1:
        total += 97  # everypath: goal 49
    if bits >> 50 & 1 == 1:
        total += 33  # everypath: goal 50
    if bits >> 51 & 1 == 1:
        total += 70  # everypath: goal 51
    if bits >> 52 & 1 == 1:
        total += 6  # everypath: goal 52
    if bits >> 53 & 1 == 1:
        total += 43  # everypath: goal 53
    if bits >> 54 & 1 == 1:
        total += 80  # everypath: goal 54
    if bits >> 55 & 1 == 1:
        total += 16  # everypath: goal 55
    if bits >> 56 & 1 == 1:
        total += 53  # everypath: goal 56
    if bits >> 57 & 1 == 1:
        total += 90  # everypath: goal 57
    if bits >> 58 & 1 == 1:
        total += 26  # everypath: goal 58
    if bits >> 59 & 1 == 1:
        total += 63  # everypath: goal 59
    if total == threshold:
        return -1  # everypath: goal 60
    return total
