"""Importers of products from CSV and JSON."""

import csv
import json


class ImportProblem(Exception):
    """A row cannot be imported."""


def read_products(path):
    products = []
    with open(path, newline="") as file:
        for row in csv.reader(file):
            if not row or row[0].startswith("#"):
                continue
            if len(row) != 2:
                raise ImportProblem("wrong number of columns")
            name, price = row
            try:
                products.append((name, int(price)))
            except ValueError:
                raise ImportProblem("bad price") from None
    return products


def load_json(path):
    try:
        with open(path) as file:
            data = json.load(file)
    except FileNotFoundError:
        return []
    except json.JSONDecodeError:
        raise ImportProblem("no JSON") from None
    if not isinstance(data, list):
        raise ImportProblem("no list")
    return data


def merge(old: list[tuple[str, int]], new: list[tuple[str, int]]) -> dict[str, int]:
    merged = dict(old)
    for name, price in new:
        if name in merged and merged[name] > price:
            continue
        merged[name] = price
    return merged


def validate(record):
    problems = []
    if "name" not in record:
        problems.append("name is missing")
    elif not record["name"].strip():
        problems.append("name is empty")
    price = record.get("price")
    if price is None:
        problems.append("price is missing")
    elif price < 0:
        problems.append("price is negative")
    return problems
