"""The walk of all paths finds what cannot be reached, used or justified."""

from __future__ import annotations

from knowledge.checklist_walk import check, flow, paths
from tests.knowledge.checklist_samples import P, item, question, raw, sample


def problems(**changed):
    """What the walk of a changed sample finds, as one text."""
    return "\n".join(check(sample(**changed)).problems)


def test_the_sample_is_sound_and_its_paths_are_counted():
    """MEI stops; else turismo (2 with agencia, 1 without) × 2 brackets × 2 dates."""
    report = check(sample())

    assert () == report.problems
    assert 1 + 3 * 2 * 2 == report.paths == len(list(paths(sample())))


def test_no_two_paths_are_the_same():
    found = [tuple(sorted(p.items())) for p in paths(sample())]

    assert len(found) == len(set(found))


def test_an_item_no_answers_lead_to_is_found():
    unreachable = item("nunca", when={"turismo": ["nao"], "agencia": ["sim"]})

    assert "inalcançável: nunca" in problems(requirements=[*raw()["requirements"], unreachable])


def test_an_item_behind_a_stop_is_unreachable():
    behind = item("mei-papel", when={"mei": ["sim"]})

    assert "inalcançável: mei-papel" in problems(requirements=[*raw()["requirements"], behind])


def test_a_question_nobody_uses_is_found():
    unused = question("cor", {"azul": "Azul", "verde": "Verde"})

    assert "pergunta que ninguém usa: cor" in problems(questions=[*raw()["questions"], unused])


def test_an_answer_without_consequence_is_found():
    questions = raw()["questions"]
    questions[1]["answers"] = {"sim": "Sim", "nao": "Não", "talvez": "Talvez"}

    assert "resposta sem consequência: turismo: nao e talvez levam ao mesmo" in problems(questions=questions)


def test_touching_brackets_without_difference_are_found():
    questions = raw()["questions"]
    questions[3]["brackets"] = {
        "poucos": {"label": "até 2", "from": 0, "to": 2},
        "varios": {"label": "3 ou 4", "from": 3, "to": 4},
        "muitos": {"label": "5 ou mais", "from": 5},
    }

    assert "frota: poucos e varios levam ao mesmo" in problems(questions=questions)


def test_an_item_without_provision_is_found_unless_marked_beyond_the_norm():
    bare = {**item("selo"), "provision": []}
    marked = {**bare, "beyond_norm": {"source": "página", "seen_on": "2024", "confidence": "one source"}}

    assert "item sem dispositivo: selo" in problems(requirements=[*raw()["requirements"], bare])
    assert "" == problems(requirements=[*raw()["requirements"], marked])


def test_a_notice_without_provision_is_found_unless_it_is_from_outside():
    bare = {"id": "aviso", "text": "Cuidado."}

    assert "sem dispositivo: aviso" in problems(notices=[bare])
    assert "" == problems(notices=[{**bare, "standing": "outside"}])


def test_a_path_that_ends_with_nothing_to_bring_is_a_dead_end():
    only = [item("cadastur", when={"turismo": ["sim"]}), *raw()["requirements"][2:]]

    assert "beco sem saída: nenhum item" in problems(requirements=only)


def test_a_path_that_ends_without_a_step_is_a_dead_end():
    steps = [{"id": "ir", "text": "Vá.", "when": {"turismo": ["sim"]}}]

    assert "beco sem saída: nenhum passo" in problems(steps=steps)


def test_too_many_paths_are_refused():
    assert "mais de 12 caminhos: junte ou divida perguntas" in check(sample(), limit=12).problems


def test_the_flow_names_answers_and_where_they_lead():
    text = flow(sample())

    assert 'n_mei -- "Sim" --> n_vedado' in text
    assert 'n_turismo -- "Não" --> n_frota' in text
    assert 'n_recebido -- "15/01/2026 | Não sei" --> fim' in text
    assert 'n_frota -. "3 ou mais" .-> n_relacao' in text
    assert f'n_papel["Papel<br/>{P}"]' in text
