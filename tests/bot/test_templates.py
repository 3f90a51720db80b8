"""Whatever a field holds, a message is valid Telegram HTML and shows exactly that; no template is exempt."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, UndefinedError
from markupsafe import Markup

from bot.local_telegram.errors import ApiError
from bot.local_telegram.markup import parse_html
from bot.render import TEMPLATES, Renderer
from tests.bot.hostile import flat_environment, render

HOSTILE = "<&\"'>"
PLAIN = "∎∎∎∎∎"
ENVIRONMENT = flat_environment()
NAMES = [name for name in ENVIRONMENT.list_templates() if not name.endswith(".yaml")]


@pytest.mark.parametrize("name", NAMES)
def test_t02_every_template_shows_a_hostile_field_as_it_is(name: str) -> None:
    plain, _ = parse_html(render(ENVIRONMENT, name, PLAIN))

    shown, _ = parse_html(render(ENVIRONMENT, name, HOSTILE))

    assert plain.replace(PLAIN, HOSTILE) == shown


def test_t02_every_file_of_the_templates_is_covered() -> None:
    files = {str(p.relative_to(TEMPLATES)) for p in TEMPLATES.rglob("*") if p.is_file()}

    assert files - {"labels.yaml"} == set(NAMES)


def test_t02_every_branch_and_loop_is_rendered() -> None:
    loader = DictLoader(
        {
            "any.txt": "{% if a %}{{ b }}{% elif c %}{{ d }}{% else %}{{ e }}{% endif %}"
            "{% for f, g in h %}{{ f }}{{ g }}{% else %}{{ i }}{% endfor %}{{ j if k else l }}"
        }
    )

    shown = render(ENVIRONMENT.overlay(loader=loader), "any.txt", PLAIN)

    assert 8 * PLAIN == shown


@pytest.mark.parametrize("ending", ["j2", "html.j2", "txt", "md", "jinja", "none"])
def test_t02_a_template_with_any_ending_is_escaped(ending: str) -> None:
    environment = Renderer().environment.overlay(loader=DictLoader({f"new.{ending}": "<b>{{ name }}</b>"}))

    html = environment.get_template(f"new.{ending}").render(name=HOSTILE)

    assert (HOSTILE, "bold") == _text_and_kind(html)


def test_t02_what_would_not_be_escaped_is_noticed() -> None:
    loader = DictLoader({"bad.j2": "{{ name | safe }}"})

    with pytest.raises(ApiError, match="can't parse entities"):
        parse_html(render(ENVIRONMENT.overlay(loader=loader), "bad.j2", HOSTILE))


def test_t02_a_fragment_that_is_safe_is_not_escaped_again() -> None:
    environment = Renderer().environment.overlay(loader=DictLoader({"new.j2": "{{ name }}"}))

    html = environment.get_template("new.j2").render(name=Markup("<b>{}</b>").format(HOSTILE))

    assert Markup("<b>&lt;&amp;&#34;&#39;&gt;</b>") == html
    assert (HOSTILE, "bold") == _text_and_kind(html)


def test_a_missing_field_is_an_error() -> None:
    environment = Renderer().environment.overlay(loader=DictLoader({"new.j2": "vence em {{ day }}"}))

    with pytest.raises(UndefinedError, match="day"):
        environment.get_template("new.j2").render()


def test_none_is_never_printed() -> None:
    environment = Renderer().environment.overlay(loader=DictLoader({"new.j2": "vence em {{ day }}"}))

    with pytest.raises(ValueError, match="None"):
        environment.get_template("new.j2").render(day=None)


def _text_and_kind(html: str) -> tuple[str, str]:
    text, entities = parse_html(html)
    return text, entities[0]["type"]
