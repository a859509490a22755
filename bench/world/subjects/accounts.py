"""Accounts: a service that looks users up in a repository and lets sessions expire."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Optional, Protocol

SESSION_LENGTH = timedelta(minutes=30)


@dataclass
class User:
    name: str
    is_active: bool = True
    failed_logins: int = 0


class Repository(Protocol):
    def find(self, name: str) -> Optional[User]: ...

    def save(self, user: User) -> None: ...


class LoginError(Exception):
    """The user may not log in."""


class AccountService:
    """Logs users in and out."""

    def __init__(self, repository: Repository, max_failures: int = 3) -> None:
        self.repository = repository
        self.max_failures = max_failures

    def login(self, name: str, is_password_right: bool) -> datetime:
        user = self.repository.find(name)
        if user is None:
            raise LoginError("unknown user")
        if not user.is_active:
            raise LoginError("user is locked")
        if not is_password_right:
            user.failed_logins += 1
            if user.failed_logins >= self.max_failures:
                user.is_active = False
            self.repository.save(user)
            raise LoginError("wrong password")
        if user.failed_logins:
            user.failed_logins = 0
            self.repository.save(user)
        return datetime.now() + SESSION_LENGTH

    def is_expired(self, session_end: datetime) -> bool:
        return datetime.now() >= session_end


def greeting(name: str) -> str:
    hour = datetime.now().hour
    if hour < 12:
        return f"Good morning, {name}"
    if hour < 18:
        return f"Good afternoon, {name}"
    return f"Good evening, {name}"
