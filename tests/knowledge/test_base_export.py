"""What staff published is written back as files that read as the same base."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

import pytest
import yaml

from knowledge.base_export import exported
from knowledge.calendar import Holiday
from knowledge.checklist_model import Contact
from knowledge.library import Entered, Library, load_library
from knowledge.obligations import Extension, Term
from knowledge.schema import DATA, read_yaml
from knowledge.terms import DatedChanges, TermChanges, file_terms, with_extension, with_term
from knowledge.topics import Topic, load_topics
from knowledge.upf import UpfYear

TODAY = dt.date(2026, 6, 10)
FILES = file_terms()
EXTENSION = Extension(
    kinds=("lit",),
    plate_endings=("1", "2"),
    due_from=dt.date(2026, 6, 1),
    due_to=dt.date(2026, 6, 30),
    until=dt.date(2026, 12, 10),
    by="Portaria: nova",
    provisions=("daer-7727-2022:art13",),
)
SHORTER = with_term(FILES, TermChanges(), "recefitur", Term(years=2))
TOPIC = Topic(
    id="equipe-cachorro",
    title="Cachorro na van",
    authority="daer",
    kind="rule",
    phrases=("posso levar cachorro", "cão na van", "animal a bordo"),
    answer="A norma não fala: vale o contrato.",
    provisions=("daer-7727-2022:art13",),
)
CONTACT = Contact(
    id="metroplan-telefone",
    agency="METROPLAN",
    what="telefone do fretamento",
    value="(51) 3000-0000",
    seen_on="2026-06-10",
    source="ligação",
    confidence="one source",
)
DAY_OFF = Holiday(
    date=dt.date(2027, 6, 22),
    name="Jogo",
    scope="optional",
    closes="half",
    source="decreto",
    confidence="one source",
)
UPF = UpfYear.model_validate(
    {
        "year": 2027, "value": "30.1200", "taxes_from": "2027-01-01", "fees_from": "2027-02-01",
        "confidence": "one source", "source": "DOE", "checked_on": "2026-12-20",
    }
)  # fmt: skip
ENTERED = Entered(
    upf=(UPF,),
    holidays=(DAY_OFF,),
    topics=(TOPIC,),
    contacts=(CONTACT,),
    terms=(
        DatedChanges(
            None, with_extension(FILES, with_term(FILES, SHORTER, "lit:0", Term(months=6)), EXTENSION)
        ),
    ),
)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Library, Library]:
    """The base with what was entered, and the base read from the written files."""
    folder = tmp_path_factory.mktemp("base") / "data"
    shutil.copytree(DATA, folder, ignore=shutil.ignore_patterns("vectors.npz"))
    for name, text in exported(ENTERED, TODAY).files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return load_library(entered=ENTERED), load_library(folder)


def test_terms_read_the_same(both: tuple[Library, Library]) -> None:
    rows, files = both
    assert rows.terms.rows.by_kind == files.terms.rows.by_kind
    assert rows.terms.rows.extensions == files.terms.rows.extensions == (EXTENSION,)
    assert rows.terms.bands == files.terms.bands


def test_topics_contacts_upf_and_days_off_read_the_same(both: tuple[Library, Library]) -> None:
    rows, files = both
    assert {t.id: t for t in rows.topics} == {t.id: t for t in files.topics}
    assert TOPIC in files.topics
    assert rows.checklists.contacts == files.checklists.contacts
    assert "(51) 3000-0000" == files.checklists.contacts["metroplan-telefone"].value
    assert rows.upf == files.upf
    assert rows.calendar.holidays == files.calendar.holidays


def test_a_written_file_keeps_the_comments_at_its_head() -> None:
    written = exported(ENTERED, TODAY).files["obligations.yaml"]

    head = written.partition("obligations:\n")[0]
    assert (DATA / "obligations.yaml").read_text(encoding="utf-8").startswith(head)
    assert head


def test_what_a_file_cannot_say_is_named_and_left() -> None:
    later = DatedChanges(dt.date(2027, 1, 1), SHORTER)
    unknown_year = DAY_OFF.model_copy(update={"date": dt.date(2031, 6, 22)})

    found = exported(Entered(terms=(later,), holidays=(unknown_year,)), TODAY)

    assert {} == found.files
    assert (
        "prazos que mudam em 01/01/2027",
        "dias sem expediente de 2031: o ano não está completo",
    ) == found.kept


def test_nothing_entered_writes_nothing() -> None:
    assert {} == exported(Entered(), TODAY).files


def test_a_corrected_topic_goes_into_the_file_it_came_from(tmp_path: Path) -> None:
    name = "topics/daer-01-definicoes.yaml"
    (tmp_path / "topics").mkdir()
    for file in (name, "obligations.yaml", "lit.yaml"):
        shutil.copy(DATA / file, tmp_path / file)
    first = load_topics(tmp_path)[0]
    corrected = first.model_copy(update={"answer": "Outra resposta."})

    files = exported(Entered(topics=(corrected, TOPIC)), TODAY, data=tmp_path).files

    assert {name, "topics/equipe.yaml"} == files.keys()
    held = [row["id"] for row in read_yaml(DATA / name)["topics"]]
    written = yaml.safe_load(files[name])["topics"]
    assert held == [row["id"] for row in written]
    assert "Outra resposta." == next(row["answer"] for row in written if row["id"] == first.id)
