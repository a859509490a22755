"""A command that counts words."""

import argparse
import os
import sys


def count(text, ignore_case=False):
    counts = {}
    for word in text.split():
        if ignore_case:
            word = word.lower()
        counts[word] = counts.get(word, 0) + 1
    return counts


def most_common(counts, limit):
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    if limit:
        ordered = ordered[:limit]
    return ordered


def parser():
    result = argparse.ArgumentParser(prog="wordcount")
    result.add_argument("path")
    result.add_argument("--limit", type=int, default=0)
    result.add_argument("--ignore-case", action="store_true")
    return result


def run(options):
    if not os.path.isfile(options.path):
        print("no such file", file=sys.stderr)
        return 2
    with open(options.path) as file:
        counts = count(file.read(), options.ignore_case)
    if not counts:
        return 1
    for word, number in most_common(counts, options.limit):
        print(number, word)
    return 0


def confirm(question):
    while True:
        answer = input(question)
        if answer == "y":
            return True
        if answer in ("n", ""):
            return False
