"""Who governs a trip, and the names of municipalities as people write them."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.corpus import load_corpus
from knowledge.deadline_model import Mode
from knowledge.errors import DataFilesError
from knowledge.places import Beyond, Municipality, Unrecognised, load_places, name_key, package_places
from knowledge.schema import DATA
from knowledge.scope import Carrier, Reason, Remark, governs, load_scope

CORPUS = load_corpus()
PLACES = package_places()
SCOPE = load_scope()
ALL = {m.code: m for m in PLACES.by_key.values()}


@pytest.mark.parametrize(("region", "count"), [("RMPA", 34), ("RMSG", 14), ("AULINOR", 20), ("AUSUL", 5)])
def test_a_region_has_its_municipalities(region: str, count: int) -> None:
    assert count == sum(m.region == region for m in ALL.values())


def test_the_state_has_497_municipalities() -> None:
    assert len(ALL) == 497


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Porto Alegre", "Porto Alegre"),
        ("POA", "Porto Alegre"),
        ("poa/rs", "Porto Alegre"),
        ("caxias", "Caxias do Sul"),
        ("Bento", "Bento Gonçalves"),
        ("livramento", "Sant'Ana do Livramento"),
        ("Santana do Livramento", "Sant'Ana do Livramento"),
        ("Santa Teresa", "Santa Tereza"),
        ("xangri-la", "Xangri-lá"),
        ("XANGRI LÁ", "Xangri-lá"),
        ("restinga seca", "Restinga Sêca"),
        ("Torres - RS", "Torres"),
        ("torres rs", "Torres"),
        ("  viamao ", "Viamão"),
        ("São Léo", "São Leopoldo"),
    ],
)
def test_a_municipality_is_known_by_what_people_call_it(typed: str, name: str) -> None:
    found = PLACES.find(typed)
    assert isinstance(found, Municipality)
    assert name == found.name


@pytest.mark.parametrize("code", sorted(ALL))
def test_every_municipality_is_found_by_its_own_name(code: str) -> None:
    assert ALL[code] == PLACES.find(ALL[code].name)
    assert ALL[code] == PLACES.find(ALL[code].name.upper())


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("Caxia do Sul", "Caxias do Sul"),
        ("Gravatahy", "Gravataí"),
        ("Tramandai norte", "Tramandaí"),
        ("Pelota", "Pelotas"),
    ],
)
def test_a_slip_is_asked_about_with_the_likeliest(typed: str, offered: str) -> None:
    found = PLACES.find(typed)
    assert isinstance(found, Unrecognised)
    assert offered in [m.name for m in found.offers]


@pytest.mark.parametrize("typed", ["Capão", "Santo Antônio", "Nova"])
def test_a_part_of_several_names_is_asked_about(typed: str) -> None:
    found = PLACES.find(typed)
    assert isinstance(found, Unrecognised)
    assert len(found.offers) > 1


@pytest.mark.parametrize(
    "typed",
    ["Florianópolis", "Sombrio/SC", "Sombrio - SC", "laguna sc", "Torres/SC", "Montevidéu", "Curitiba, PR"],
)
def test_a_place_beyond_the_state_is_seen(typed: str) -> None:
    assert Beyond(typed) == PLACES.find(typed)


@pytest.mark.parametrize("typed", ["", "   ", "xyzxyz", "🚌", "A" * 500])
def test_what_is_no_place_gets_no_offer(typed: str) -> None:
    assert Unrecognised(typed) == PLACES.find(typed)


@given(st.text(max_size=120))
def test_any_text_is_looked_up(typed: str) -> None:
    assert isinstance(PLACES.find(typed), Municipality | Beyond | Unrecognised)


@pytest.mark.parametrize(
    ("places", "authority", "reason"),
    [
        (["Canoas", "Porto Alegre"], "metroplan", "same-region"),
        (["Caxias do Sul", "Bento"], "metroplan", "same-region"),
        (["Osório", "Capão da Canoa"], "metroplan", "same-region"),
        (["Pelotas", "Rio Grande"], "metroplan", "same-region"),
        (["Porto Alegre", "Tramandaí"], "daer", "different-regions"),
        (["Passo Fundo", "Erechim"], "daer", "no-region"),
        (["Gramado", "Canela"], "daer", "no-region"),
        (["Porto Alegre", "Gramado"], "daer", "partly-outside-region"),
        (["Canoas", "Porto Alegre", "Gramado"], "daer", "partly-outside-region"),
        (["Canoas", "Tramandaí", "Gramado"], "daer", "different-regions"),
    ],
)
def test_the_places_of_a_trip_decide_its_authority(places: list[str], authority: str, reason: str) -> None:
    found = governs(places)
    assert (found.kind, found.authority, found.reason) == ("governed", authority, reason)


@pytest.mark.parametrize(
    ("places", "reason"),
    [(["Torres", "torres"], "one-municipality"), (["Porto Alegre", "Florianópolis"], "outside-state")],
)
def test_a_trip_of_neither_is_not_covered(places: list[str], reason: str) -> None:
    found = governs(places)
    assert (found.kind, found.authority, found.reason) == ("not-covered", None, reason)


def test_an_unknown_name_is_cleared_up_before_anything_is_decided() -> None:
    found = governs(["Caxia do Sul", "Bento"])
    assert (found.kind, [a.typed for a in found.ask]) == ("ask", ["Caxia do Sul"])


def test_a_place_beyond_the_state_decides_even_beside_an_unknown_one() -> None:
    assert governs(["Florianópolis", "Caxia do Sul"]).reason == "outside-state"


def test_no_places_are_asked_for() -> None:
    assert governs([]).kind == "ask"


@pytest.mark.parametrize("mode", ["turistico", "eventual", "saude", "continuo-estudantil", None])
def test_metroplan_is_answered_by_our_text_for_staff_only(mode: Mode | None) -> None:
    notes = " ".join(governs(["Canoas", "Porto Alegre"], mode=mode).notes)
    assert "só do contínuo de funcionários" in notes


@pytest.mark.parametrize("mode", ["continuo-funcionarios-pj", "continuo-empresarial"])
def test_staff_inside_a_region_need_no_such_warning(mode: Mode) -> None:
    assert "só do contínuo" not in " ".join(governs(["Canoas", "Porto Alegre"], mode=mode).notes)


def test_two_regions_show_that_the_norm_does_not_say_the_same() -> None:
    found = governs(["Porto Alegre", "Tramandaí"])
    assert found.standing == "unstated"
    assert "cetm-2015:art2_inc6" in found.provisions


def test_serra_gaucha_shows_what_each_norm_names() -> None:
    assert any("Serra Gaúcha" in n for n in governs(["Caxias", "Bento"]).notes)


@pytest.mark.parametrize(("places", "said"), [(["Canoas", "Viamão"], True), (["Caxias", "Bento"], False)])
def test_a_membership_of_one_source_is_never_shown_as_certain(places: list[str], said: bool) -> None:
    assert said == any("por uma fonte só" in n for n in governs(places).notes)


@given(st.lists(st.sampled_from(sorted(m.name for m in ALL.values())), min_size=1, max_size=5), st.randoms())
def test_the_order_of_places_never_changes_the_authority(names: list[str], shuffler: random.Random) -> None:
    shuffled = list(names)
    shuffler.shuffle(shuffled)
    assert governs(names).authority == governs(shuffled).authority


@given(st.lists(st.sampled_from(sorted(m.name for m in ALL.values())), min_size=2, max_size=5, unique=True))
def test_metroplan_governs_exactly_the_trips_inside_one_region(names: list[str]) -> None:
    regions = {PLACES.by_key[name_key(n)].region for n in names}
    inside = len(regions) == 1 and None not in regions
    assert ("metroplan" if inside else "daer") == governs(names).authority


TEXTS = [*SCOPE.reasons.items(), *SCOPE.notes.items(), *SCOPE.carriers.items()]


@pytest.mark.parametrize(("name", "item"), TEXTS, ids=[n for n, _ in TEXTS])
def test_every_provision_of_the_scope_exists(name: str, item: Reason | Remark | Carrier) -> None:
    assert [p for p in item.provisions if p not in CORPUS] == []


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("faltam-municipios", "esperados 497 municípios"),
        ("nomes-iguais", "nomes que ficam iguais sem acento: torres"),
        ("regiao-desconhecida", "municipalities.Aceguá.region"),
    ],
)
def test_a_broken_file_of_municipalities_is_refused(file: str, words: str, tmp_path: Path) -> None:
    lines = (DATA / "municipalities.yaml").read_text(encoding="utf-8")
    broken = {
        "faltam-municipios": re.sub(r"  - \{code: \"4300034\".*\n", "", lines),
        "nomes-iguais": lines.replace('name: "Aceguá"', 'name: "TORRES"'),
        "regiao-desconhecida": lines.replace('name: "Aceguá"', 'name: "Aceguá", region: LITORAL'),
    }
    path = tmp_path / f"{file}.yaml"
    path.write_text(broken[file], encoding="utf-8")
    with pytest.raises(DataFilesError, match=words):
        load_places(path)
