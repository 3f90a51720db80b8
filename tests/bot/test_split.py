"""Long texts in valid parts: nothing lost, nothing cut in two."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.split import LIMIT, split, split_bodies, units, visible
from knowledge.library import Library

BUS = "\U0001f68c"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
_TAG = re.compile(r"<(/?)([a-z]+)[^>]*>")

words = st.text(alphabet="abcçé \n.;<&>\"' ", max_size=60).map(html.escape)
pieces = st.recursive(
    st.one_of(words, st.sampled_from([BUS * 7, FAMILY * 3, "§ 1º ", "&amp;&lt;", "\n\n"])),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag.split()[0]}>",
        st.sampled_from(["b", "i", 'a href="https://x.y/?a=1"', "blockquote"]),
        st.lists(inner, max_size=5),
    ),
    max_leaves=30,
)


def balanced(markup: str) -> bool:
    """Every tag is closed, in order."""
    opened: list[str] = []
    for closing, name in _TAG.findall(markup):
        if not closing:
            opened.append(name)
        elif not opened or opened.pop() != name:
            return False
    return not opened


@settings(max_examples=150, deadline=None)
@given(st.lists(pieces, max_size=12).map("".join), st.integers(40, 300))
def test_joined_parts_are_the_source_and_each_is_valid_alone(markup: str, room: int) -> None:
    bodies = split_bodies(markup, room=room)

    assert visible(markup) == "".join(visible(body) for body in bodies)
    assert all(balanced(body) and units(visible(body)) <= room for body in bodies)


def test_t03_the_longest_article_with_bold_and_a_link_across_a_cut(library: Library) -> None:
    article = library.corpus.provision("daer-7727-2022:art2")
    whole = (article, *library.corpus.descendants(article.id))
    text = "\n\n".join(provision.text for provision in whole)
    caput, _, rest = html.escape(text).partition("\n")
    middle = len(rest) // 2
    markup = f'<b>{caput}</b>\n{rest[:3900]}<a href="https://x.y/">{rest[3900:middle]}</a>{rest[middle:]}'
    header = "<b>Res. DAER 7.727/2022, art. 2º</b>"

    shown = split(markup, header=header)
    bodies = [part.split("\n", 1)[1] for part in shown]

    assert units(text) > 17_000
    assert 5 == len(shown)
    assert all(balanced(part) and units(visible(part)) <= LIMIT for part in shown)
    assert [f"parte {n}/{len(shown)}" in part for n, part in enumerate(shown, 1)] == [True] * len(shown)
    assert all("art. 2º" in part for part in shown)
    assert visible(markup) == "".join(visible(body) for body in bodies)
    assert all(visible(body).endswith("\n\n") for body in bodies[:-1])


def test_t04_two_thousand_buses_make_two_parts_and_no_half_one() -> None:
    shown = split(BUS * 2049)
    bodies = [part.split("\n", 1)[1] for part in shown]

    assert 2 == len(shown)
    assert all(units(visible(part)) <= LIMIT for part in shown)
    assert BUS * 2049 == "".join(bodies)


def test_a_joined_emoji_stays_whole() -> None:
    assert all(len(body) % len(FAMILY) == 0 for body in split_bodies(FAMILY * 500, room=101))


def test_a_text_that_fits_stays_as_it_is() -> None:
    assert ["<b>oi</b>"] == split("<b>oi</b>", header="x")


def test_no_part_has_more_than_a_hundred_entities() -> None:
    markup = "".join(f"<b>{n}</b> " for n in range(250))
    assert all(part.count("</") <= 100 for part in split(markup, header="<b>h</b>"))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("primeiro parágrafo\n\nsegundo. Ainda o segundo e mais", "primeiro parágrafo\n\n"),
        ("uma frase. outra frase que segue", "uma frase. "),
        ("conforme o disposto no art. 13 e no restante", "conforme o disposto no "),
    ],
)
def test_cuts_prefer_paragraph_then_sentence_and_no_abbreviation(text: str, first: str) -> None:
    assert first == split_bodies(text, room=28)[0]


def test_a_hostile_text_is_split_without_losing_a_character() -> None:
    """What it costs is measured in `test_cost_of_text`."""
    for hostile in ("[" * 4096, "(" * 2000 + "*" * 2000, "<" * 4096, "&" * 4096, "<b>" * 1000, "a " * 2048):
        assert visible(hostile * 3) == "".join(visible(b) for b in split_bodies(hostile * 3, room=4000))


def test_an_item_of_a_list_is_not_cut_between_its_title_and_its_text() -> None:
    text = "".join(
        f"{n}. <b>Papel número {n}</b> ✅\n{'Cópia simples do papel, com carimbo. ' * (n % 5 + 1)}<i>(art. {n})</i>\n"
        for n in range(1, 80)
    )
    parts = split_bodies(text, room=1500)

    assert len(parts) > 5
    assert [True] * len(parts) == [bool(re.match(r"\d+\. ", visible(part))) for part in parts]
    assert visible(text) == "".join(visible(part) for part in parts)
