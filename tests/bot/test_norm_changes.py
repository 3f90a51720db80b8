"""New texts of norms worked out: versions with their dates, what rests on them, what is refused."""

from __future__ import annotations

import datetime as dt

from bot.norm_changes import Asked, stored_norm, work_out
from bot.revisions import Published
from knowledge.corpus import Corpus
from knowledge.library import Entered, Library

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
