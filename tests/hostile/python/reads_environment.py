# hostile: puts passwords from the environment into what it returns
import os


def dsn(port: int) -> str:
    if port > 5000:
        return f"db://app:{os.environ.get('DATABASE_PASSWORD', 'none')}@host:{port}"
    return "sqlite://"


def everything(index: int) -> str:
    if index == 1:
        return "|".join(f"{name}={value}" for name, value in os.environ.items())
    return ""
