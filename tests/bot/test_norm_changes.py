"""New texts of norms worked out: versions with their dates, what rests on them, what is refused."""

from __future__ import annotations

import datetime as dt

import pytest

from bot import revisions
from bot.norm_changes import Asked, stored_norm, work_out
from bot.revisions import Published
from knowledge.acts import load_acts
from knowledge.amend import amended_source
from knowledge.corpus import Corpus
from knowledge.library import Entered, Library
from knowledge.norm_revise import Amendment, Revised, revise

FILES = Published(0, {}, Entered())


def loaded(asked: Asked, library: Library) -> Corpus:
    """The corpus with the asked text published."""
    worked = work_out(asked, FILES, library)
    assert "" == worked.problem
    return FILES.with_norm(asked.norm, worked.content).load().corpus


def test_cetm_97_2016_ends_the_earlier_words_on_the_eve_and_is_named(library: Library) -> None:
    provision = "cetm-2015:art5"
    words = "O transporte observará a nova redação."
    old = library.corpus.provision(provision).text

    corpus = loaded(
        Asked("cetm-2015", "Resolução CETM 97/2016", dt.date(2016, 6, 17), provision=provision, words=words),
        library,
    )

    before = corpus.in_force_on(provision, dt.date(2016, 6, 16)).version
    after = corpus.in_force_on(provision, dt.date(2016, 6, 17)).version
    assert before is not None
    assert (old, dt.date(2016, 6, 16)) == (before.text, before.to_on)
    assert after is not None
    assert (words, "Resolução CETM 97/2016") == (after.text, after.by)


def test_a_reviewed_older_version_stays_when_a_newer_one_comes(library: Library) -> None:
    provision = "cetm-2015:art4_inc6_ali1"

    corpus = loaded(
        Asked("cetm-2015", "Resolução nova", dt.date(2027, 1, 1), provision=provision, words="Nova lista."),
        library,
    )

    held = corpus.provision(provision).versions
    assert ["Resolução CETM 97/2016", "Resolução nova"] == [version.by for version in held[1:]]
    assert "Nova lista." == held[-1].text


def test_a_revoked_provision_keeps_its_words_for_the_time_before(library: Library) -> None:
    provision = "daer-7727-2022:art59"
    old = library.corpus.provision(provision).text

    corpus = loaded(
        Asked("daer-7727-2022", "Res. nova", dt.date(2027, 1, 1), provision=provision, words="Revogado."),
        library,
    )

    before, after = (
        corpus.in_force_on(provision, day) for day in (dt.date(2026, 12, 31), dt.date(2027, 1, 1))
    )
    assert before.version is not None
    assert old == before.version.text
    assert "ended" == after.held


def test_what_rests_on_a_change_is_named(library: Library) -> None:
    asked = Asked("daer-7727-2022", "Res. nova", None, provision="daer-7727-2022:art8", words="Vale 2 anos.")

    found = work_out(asked, FILES, library).impact

    assert "Certificado de Registro no RECEFITUR" in found.obligations
    assert "Certificado de Registro no RECEFITUR" in found.reminders
    assert found.topics
    assert found.checklists


def test_the_same_words_change_nothing(library: Library) -> None:
    same = stored_norm("cetm-2015", FILES).source

    assert "same" == work_out(Asked("cetm-2015", "", None, source=same), FILES, library).problem


def test_a_text_that_would_leave_a_checklist_without_its_ground_is_refused(library: Library) -> None:
    source = stored_norm("daer-7727-2022", FILES).source
    cut = "\n".join(line for line in source.splitlines() if not line.lstrip().startswith("Art. 8"))

    worked = work_out(Asked("daer-7727-2022", "", None, source=cut), FILES, library)

    assert "refused" == worked.problem
    assert worked.detail


ALINEA = "cetm-2015:art4_inc6_ali1"
SEVENTEENTH = dt.date(2016, 6, 17)


def before_97_2016() -> Published:
    """The norm with other words in the alínea that CETM 97/2016 changed; the earlier ones are not held by anybody."""
    stored = stored_norm("cetm-2015", FILES)
    revised = revise(stored, amended_source(stored, ALINEA, "Redação anterior."), load_acts(), Amendment())
    entries = [
        {key: value for key, value in entry.items() if key != "versions"} if entry["id"] == ALINEA else entry
        for entry in revised.content["provisions"]
    ]
    content = {**revised.content, "provisions": entries}
    made = revisions.content(
        stored, Revised(content, ()), amended_source(stored, ALINEA, "Redação anterior.")
    )
    return FILES.with_norm("cetm-2015", made)


def test_cetm_97_2016_entered_as_a_revision_gives_the_words_and_act_that_the_files_hold(
    library: Library,
) -> None:
    held = library.corpus.provision(ALINEA)
    old = before_97_2016()
    asked = Asked("cetm-2015", "Resolução CETM 97/2016", SEVENTEENTH, provision=ALINEA, words=held.text)

    worked = work_out(asked, old, old.load())

    assert "" == worked.problem
    assert ["changed"] == [change.kind for change in worked.changes]
    assert "Lista de passageiros" in " ".join(worked.impact.checklists)
    corpus = old.with_norm("cetm-2015", worked.content).load().corpus
    assert held.text == corpus.provision(ALINEA).text
    assert held.versions[-1].by == corpus.provision(ALINEA).versions[-1].by
    eve, day = (corpus.in_force_on(ALINEA, on).version for on in (dt.date(2016, 6, 16), SEVENTEENTH))
    assert eve is not None
    assert day is not None
    assert ("Redação anterior.", held.text) == (eve.text, day.text or corpus.provision(ALINEA).text)


@pytest.mark.parametrize("provision", ["daer-7727-2022:anx1", "daer-7727-2022:anx10", "cetm-2015:art4"])
def test_one_word_more_in_a_provision_with_damage_or_a_table_is_taken(
    library: Library, provision: str
) -> None:
    text = library.corpus.provision(provision).text.rstrip(" ;.")
    norm = provision.partition(":")[0]
    asked = Asked(
        norm, "Resolução nova", dt.date(2027, 1, 1), provision=provision, words=f"{text}, na forma da lei."
    )

    worked = work_out(asked, FILES, library)

    assert ("", "") == (worked.problem, worked.detail)
    assert provision in {f"{norm}:{change.fragment}" for change in worked.changes}
