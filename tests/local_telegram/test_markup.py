"""Telegram's HTML and its lengths in UTF-16 units."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.local_telegram.entities import checked_caption, checked_text, formatted, to_html
from bot.local_telegram.errors import ApiError
from bot.local_telegram.markup import parse_html, utf16_length, utf16_slice

LETTERS = st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"])
TEXT = st.text(LETTERS | st.sampled_from("<&>\"'🚌é\n"), max_size=200)
TAGS = ("b", "i", "u", "s", "tg-spoiler", "strong", "em", "ins", "del")


@given(TEXT)
def test_escaped_text_comes_back_as_it_was(text: str) -> None:
    assert (text, []) == parse_html(html.escape(text))


@given(st.lists(st.tuples(st.sampled_from(TAGS), st.text(LETTERS, min_size=1, max_size=20)), max_size=30))
def test_every_entity_covers_exactly_what_stood_between_its_tags(parts: list[tuple[str, str]]) -> None:
    source = "".join(f"<{tag}>{html.escape(text)}</{tag}>" for tag, text in parts)
    visible, entities = parse_html(source)
    assert [text for _, text in parts] == [utf16_slice(visible, e["offset"], e["length"]) for e in entities]


@given(
    st.recursive(
        st.text("aé🚌<& ", min_size=1, max_size=5), lambda inner: st.tuples(st.sampled_from(TAGS), inner)
    )
)
def test_parsing_what_was_written_from_entities_gives_the_same_entities(tree: object) -> None:
    def source(node: object) -> str:
        return (
            f"<{node[0]}>{source(node[1])}</{node[0]}>" if isinstance(node, tuple) else html.escape(str(node))
        )

    visible, entities = parse_html(source(tree))
    assert (visible, entities) == parse_html(to_html(visible, entities))


@given(st.text(st.characters(codec="utf-8"), max_size=50))
def test_length_counts_two_units_outside_the_first_plane(text: str) -> None:
    assert sum(2 if ord(c) > 0xFFFF else 1 for c in text) == utf16_length(text)


@given(st.text("<>/&;ab \"'=#x19", max_size=60))
def test_any_text_is_parsed_or_refused_in_telegrams_words(source: str) -> None:
    try:
        outcome = "parsed" if len(parse_html(source)[0]) <= len(source) else "longer than its source"
    except ApiError as error:
        outcome = error.description.rpartition(" entities: ")[0] + " entities"
    assert outcome in {"parsed", "Bad Request: can't parse entities"}


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("<h1>x</h1>", 'Unsupported start tag "h1" at byte offset 0'),
        ("é<p>x", 'Unsupported start tag "p" at byte offset 2'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b><i>x</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<a href=", 'Unclosed start tag "a" at byte offset 0'),
        ('<a href="x', 'Unclosed start tag "a" at byte offset 0'),
        (
            "<a href>x</a>",
            'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0',
        ),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("<br/>", 'Unsupported start tag "br/" at byte offset 0'),
    ],
)
def test_broken_markup_is_refused_in_telegrams_words(source: str, problem: str) -> None:
    with pytest.raises(ApiError) as caught:
        parse_html(source)
    assert f"Bad Request: can't parse entities: {problem}" == caught.value.description


@pytest.mark.parametrize(
    ("source", "visible"),
    [
        ("&lt;b&gt; &amp;amp; &quot;", '<b> &amp; "'),
        ("&#8211;&#xE9;", "–é"),
        ("&nbsp;&copy;", "&nbsp;&copy;"),  # only four names are known; the rest stays as written
        ("&#0;&#xD800;", "&#0;&#xD800;"),
        ("Tom & Jerry &", "Tom & Jerry &"),
    ],
)
def test_character_references(source: str, visible: str) -> None:
    assert (visible, []) == parse_html(source)


def test_links_to_people_and_pages_and_a_dead_one() -> None:
    source = '<a href="https://x.org/a?b=1&amp;c=2">x</a><a href="tg://user?id=7">y</a><a href="javascript:1">z</a>'
    visible, entities = parse_html(source)
    assert visible == "xyz"
    assert [("text_link", "https://x.org/a?b=1&c=2"), ("text_mention", None)] == [
        (e["type"], e.get("url")) for e in entities
    ]


def test_code_keeps_other_markup_out_and_its_language() -> None:
    _, entities = parse_html('<pre><code class="language-python">x = <b>1</b></code></pre>')
    assert [{"offset": 0, "length": 5, "type": "pre", "language": "python"}] == entities


def test_an_expandable_quotation() -> None:
    _, entities = parse_html("<blockquote expandable>x</blockquote>")
    assert [{"offset": 0, "length": 1, "type": "expandable_blockquote"}] == entities


def test_t04_a_text_of_2049_buses_is_too_long_and_2048_is_not() -> None:
    assert checked_text("🚌" * 2048, None)[0] == "🚌" * 2048
    with pytest.raises(ApiError, match="message is too long"):
        checked_text("🚌" * 2049, None)


def test_length_is_counted_after_the_markup_is_parsed() -> None:
    assert checked_text(f"<b>{'a' * 4096}</b>", "HTML")[0] == "a" * 4096
    assert checked_caption("&lt;" * 1024, "HTML")[0] == "<" * 1024
    with pytest.raises(ApiError, match="message caption is too long"):
        checked_caption("a" * 1025, "HTML")


def test_a_text_of_spaces_or_empty_tags_is_empty() -> None:
    for text in ("", " \n ", "<b> </b>", "<b></b>"):
        with pytest.raises(ApiError, match="message text is empty"):
            checked_text(text, "HTML")


def test_white_space_around_the_text_is_cut_and_entities_move() -> None:
    text, entities = formatted("  a <b>b </b> ", "HTML")
    assert ("a b", [{"offset": 2, "length": 1, "type": "bold"}]) == (text, entities)


def test_entities_after_the_hundredth_are_ignored() -> None:
    assert len(formatted("<b>a</b> " * 101, "HTML")[1]) == 100


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/start agora", [("bot_command", "/start")]),
        ("veja /ajuda@fretabot, ok", [("bot_command", "/ajuda@fretabot")]),
        ("10/3 e a/b", []),
        ("em https://daer.rs.gov.br/x.", [("url", "https://daer.rs.gov.br/x")]),
        ("em daer.rs.gov.br", [("url", "daer.rs.gov.br")]),
        ("escreva a ana@x.com.br", [("email", "ana@x.com.br")]),
        ("fale com @fretabot", [("mention", "@fretabot")]),
    ],
)
def test_plain_text_gets_the_entities_telegram_finds(text: str, found: list[tuple[str, str]]) -> None:
    visible, entities = formatted(text, None)
    assert found == [(e["type"], utf16_slice(visible, e["offset"], e["length"])) for e in entities]


def test_only_html_is_understood() -> None:
    with pytest.raises(ApiError, match="unsupported parse_mode"):
        formatted("*x*", "MarkdownV2")
