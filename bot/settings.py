"""Typed settings: the only place that reads the environment. Unsafe values stop the start."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.clock import clock_from

TELEGRAM_API = "https://api.telegram.org"
TOKEN_SHAPE = re.compile(r"\d{5,20}:[A-Za-z0-9_-]{30,100}")


class Settings(BaseSettings):
    """Everything an operator may set, as environment variables with prefix `FRETABOT_` or in `.env`."""

    model_config = SettingsConfigDict(
        env_prefix="FRETABOT_", env_file=".env", extra="ignore", frozen=True, hide_input_in_errors=False
    )

    telegram_token: SecretStr | None = None
    telegram_api_url: str = TELEGRAM_API
    database_url: str = ""
    data_dir: Path = Path("data")
    timezone: str = "America/Sao_Paulo"
    receive: Literal["polling", "webhook"] = "polling"
    public_url: str = ""
    webhook_secret: SecretStr | None = None
    listen: str = "127.0.0.1:8080"
    admin_ids: Annotated[tuple[int, ...], NoDecode] = ()
    quiet_hours: str = "20:00-08:00"
    send_hour: str = "09:00"
    bulk_rate: int = Field(default=20, ge=1, le=25)
    two_person_approval: bool = False
    retention_drafts_days: int = Field(default=365, ge=1)
    retention_inbox_days: int = Field(default=3, ge=1)
    retention_logs_days: int = Field(default=30, ge=1)
    calendar_link_days: int = Field(default=365, ge=8)
    recovery_wait_days: int = Field(default=7, ge=1, le=30)
    log_format: Literal["console", "json"] = "console"
    clock: str = ""

    @field_validator("admin_ids", mode="before")
    @classmethod
    def _split_ids(cls, raw: object) -> object:
        return tuple(int(part) for part in re.findall(r"-?\d+", raw)) if isinstance(raw, str) else raw

    @field_validator("telegram_token", "webhook_secret", mode="before")
    @classmethod
    def _blank_is_none(cls, raw: object) -> object:
        return None if raw == "" else raw

    @field_validator("telegram_token")
    @classmethod
    def _token_shape(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not TOKEN_SHAPE.fullmatch(token.get_secret_value()):
            raise ValueError(
                "não tem a forma de um token do @BotFather: um número, dois-pontos e pelo menos 30 letras, "
                "números, _ ou -; confira se foi copiado inteiro"
            )
        return token

    @field_validator("timezone")
    @classmethod
    def _zone_exists(cls, name: str) -> str:
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError) as error:
            raise ValueError(f"fuso horário desconhecido: {name!r}; exemplo: America/Sao_Paulo") from error
        return name

    @field_validator("listen")
    @classmethod
    def _address(cls, raw: str) -> str:
        host, _, port = raw.rpartition(":")
        if not host or not port.isdecimal() or int(port) > 65535:
            raise ValueError("use ENDEREÇO:PORTA; exemplo: 127.0.0.1:8080")
        return raw

    @field_validator("quiet_hours")
    @classmethod
    def _hours_range(cls, raw: str) -> str:
        if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d", raw):
            raise ValueError("use HH:MM-HH:MM; exemplo: 20:00-08:00")
        return raw

    @field_validator("send_hour")
    @classmethod
    def _hour(cls, raw: str) -> str:
        if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", raw):
            raise ValueError("use HH:MM; exemplo: 09:00")
        return raw

    @field_validator("clock")
    @classmethod
    def _clock(cls, raw: str) -> str:
        clock_from(raw)
        return raw

    @model_validator(mode="after")
    def _consistent(self) -> Settings:
        secret = self.webhook_secret.get_secret_value() if self.webhook_secret else ""
        if self.receive == "webhook" and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret):
            raise ValueError(
                "FRETABOT_RECEIVE=webhook exige FRETABOT_WEBHOOK_SECRET (de 1 a 256 de A-Za-z0-9_-)"
            )
        if self.receive == "webhook" and not self.public_url.startswith("https://") and not self.local_api:
            raise ValueError("FRETABOT_RECEIVE=webhook exige FRETABOT_PUBLIC_URL (https://…)")
        if self.clock and self.telegram_token and not self.local_api:
            raise ValueError("FRETABOT_CLOCK é só para testes: recusado com o endereço do próprio Telegram")
        return self

    @property
    def local_api(self) -> bool:
        """True when the Bot API server is not Telegram's."""
        return self.telegram_api_url.rstrip("/") != TELEGRAM_API

    @property
    def demo(self) -> bool:
        """True without a token: the local Telegram server and a demonstration company are used."""
        return self.telegram_token is None

    @property
    def zone(self) -> ZoneInfo:
        """The civil time zone of the people served."""
        return ZoneInfo(self.timezone)

    @property
    def url(self) -> str:
        """The database address; by default a SQLite file in `data_dir`."""
        if self.database_url:
            return self.database_url
        return f"sqlite:///{self.data_dir / ('demo.sqlite' if self.demo else 'fretabot.sqlite')}"

    @property
    def quiet(self) -> tuple[dt.time, dt.time]:
        """Start and end of the hours in which nothing proactive is sent."""
        start, end = self.quiet_hours.split("-")
        return dt.time.fromisoformat(start), dt.time.fromisoformat(end)

    @property
    def send_at(self) -> dt.time:
        """The hour of the day at which the digest of a day leaves."""
        return dt.time.fromisoformat(self.send_hour)


# pydantic's words for what an operator can get wrong, in ours; {…} is what pydantic knows about it.
_PROBLEMS = {
    "greater_than_equal": "deve ser no mínimo {ge}",
    "less_than_equal": "deve ser no máximo {le}",
    "int_parsing": "deve ser um número inteiro",
    "bool_parsing": "deve ser true ou false",
    "literal_error": "deve ser um destes: {expected}",
}


def problems(error: ValidationError) -> list[tuple[str, str]]:
    """What is wrong with the settings: the variable's name ("" when it is several) and the problem, in Portuguese."""
    found = []
    for one in error.errors(include_input=False, include_url=False):
        context = one.get("ctx", {})
        words = _PROBLEMS.get(one["type"])
        text = words.format(**context) if words else str(context.get("error", one["msg"]))
        text = text.replace(" or ", " ou ") if one["type"] == "literal_error" else text
        name = "_".join(str(part) for part in one["loc"]).upper()
        found.append((f"FRETABOT_{name}" if name else "", text))
    return found
