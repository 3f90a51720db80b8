"""What the law asks is on the lists: the papers, the branches, the gaps that are never decided in silence."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from knowledge.checklist_outcome import outcome
from knowledge.checklists import answer, load_checklists, next_question
from knowledge.corpus import load_corpus

LIBRARY = load_checklists()
PRINTED_FORM = load_corpus().provision("daer-7727-2022:anx2").text
TODAY = dt.date(2026, 11, 30)
REQUESTS = [
    "daer-cadastro-inicial",
    "daer-renovacao",
    "daer-emplacamento-novo",
    "daer-reemplacamento",
    "daer-inclusao-veiculo",
    "daer-exclusao-veiculo",
    "daer-atualizacao-seguro",
    "daer-renovacao-lit",
    "daer-cadastur",
    "daer-licenca-turismo",
    "daer-lista-passageiros",
    "daer-licenca-contrato",
    "daer-licenca-fretamento",
    "daer-grade-veiculo",
    "daer-alteracao-itinerario",
    "daer-atualizacao-lista",
    "daer-defesa-tnt",
    "daer-recurso-ait",
    "daer-liberacao-veiculo",
    "daer-credenciamento-oficina",
    "daer-consulta-veiculo",
    "metroplan-autorizacao",
    "metroplan-renovacao",
    "metroplan-novo-contrato",
    "metroplan-declaracao-vigencia",
    "metroplan-lista",
    "metroplan-substituicao",
    "metroplan-compartilhado",
    "metroplan-inspecao",
    "metroplan-selo",
]
FIRST = {"tipo": "sociedade", "proprios": "nao", "veiculos": "3", "turismo": "nao", "terceiros": "nao"}
FIRST |= {"novos": "nao", "idosos": "nao", "procurador": "nao", "garantia": "capital"}
COMPANY = {"regiao": "sim", "debito": "nao", "contratante": "empresa", "mei": "nao", "veiculo": "empresa"}
COMPANY |= {"categoria": "sim", "destino": "sim", "itinerario": "contrato", "seguro": "vista", "prazo": "nao"}
COMPANY |= {"escritorio": "poa", "protocolo": "nao-sei"}
ABOARD = {"servico": "turistico", "veiculo": "nao", "seguro": "vista", "motorista": "empregado"}


def case(name, answers, **changed):
    """The outcome of a complete case, with some answers changed."""
    checklist = LIBRARY.checklists[name]
    given: dict[str, str] = {}
    wanted = {**answers, **changed}
    while (ahead := next_question(checklist, given)) is not None:
        given = answer(checklist, given, ahead.id, wanted[ahead.id])
    return outcome(checklist, given, today=TODAY)


def items(name, answers, **changed):
    """The ids of what must be brought in a case."""
    return {i.requirement.id for i in case(name, answers, **changed).items if i.need == "yes"}


def grounds(name, answers, prefix, **changed):
    """The fragments under a prefix on which the needed items of a case rest."""
    found = case(name, answers, **changed)
    cited = {p for i in found.items if i.need == "yes" for p in i.requirement.provision}
    return {p.removeprefix(prefix) for p in cited if p.startswith(prefix)}


def test_the_thirty_requests_are_all_there():
    assert set(REQUESTS) <= {c.id for c in LIBRARY.checklists.values() if c.kind == "request"}


def test_a_first_registration_asks_every_paper_of_article_5():
    found = grounds("daer-cadastro-inicial", FIRST, "daer-7727-2022:art5_")

    assert {f"inc3_ali{k}" for k in range(1, 12)} <= found
    assert {"inc1", "inc4_ali1", "inc4_ali2", "inc4_ali3", "inc5_ali1", "inc5_ali2", "inc5_ali3"} <= found
    assert {"inc6", "inc7"} <= found
    assert "inc2" not in found


@pytest.mark.parametrize(
    ("changed", "added"),
    [
        ({"turismo": "sim"}, {"cadastur"}),
        ({"terceiros": "reserva"}, {"crlv-reserva"}),
        ({"terceiros": "locado"}, {"locacao-contrato", "locacao-anuencia", "locacao-declaracao"}),
        ({"novos": "alguns"}, {"drnv"}),
        ({"procurador": "sim"}, {"procuracao", "identidade-procurador"}),
        ({"tipo": "acoes"}, {"eleicao-administradores"}),
    ],
)
def test_each_circumstance_of_a_first_registration_adds_its_papers(changed, added):
    plain = items("daer-cadastro-inicial", FIRST)

    assert added == items("daer-cadastro-inicial", FIRST, **changed) - plain


def test_a_fleet_all_new_needs_drnv_and_no_lit():
    found = items("daer-cadastro-inicial", FIRST, novos="todos")

    assert ("drnv" in found, "lit" in found) == (True, False)


@pytest.mark.parametrize(
    ("name", "answers", "changed", "stop"),
    [
        ("daer-cadastro-inicial", FIRST, {"tipo": "mei"}, "mei-vedado"),
        ("daer-cadastro-inicial", FIRST, {"veiculos": "1"}, "um-veiculo"),
        ("daer-cadastro-inicial", FIRST, {"tipo": "publica", "alheios": "nao"}, "publica-dispensada"),
        ("daer-cadastro-inicial", FIRST, {"tipo": "concessionaria"}, "concessionaria"),
        ("daer-cadastro-inicial", FIRST, {"idosos": "acima"}, "frota-velha"),
        ("metroplan-autorizacao", COMPANY, {"debito": "sim"}, "com-debito"),
        ("metroplan-autorizacao", COMPANY, {"destino": "nao"}, "varios-destinos"),
        ("metroplan-autorizacao", COMPANY, {"seguro": "atraso"}, "seguro-atrasado"),
        ("metroplan-autorizacao", COMPANY, {"veiculo": "outro"}, "veiculo-de-outro"),
        ("metroplan-autorizacao", COMPANY, {"contratante": "grupo", "cabe": "nao"}, "nao-cabe"),
        ("metroplan-autorizacao", COMPANY, {"regiao": "nao"}, "fora-da-regiao"),
    ],
)
def test_what_the_norm_forbids_stops_the_request(name, answers, changed, stop):
    found = case(name, answers, **changed).stop

    assert found is not None
    assert stop == found.id
    assert found.provision


def test_own_staff_in_private_plates_may_register_with_one_vehicle():
    assert case("daer-cadastro-inicial", FIRST, veiculos="1", proprios="sim").stop is None


@pytest.mark.parametrize("changed", [{}, {"contratante": "grupo", "cabe": "sim"}, {"mei": "sim"}])
def test_an_authorisation_asks_the_fourteen_papers_of_article_4(changed):
    found = grounds("metroplan-autorizacao", COMPANY, "cetm-2015:art4_", **changed)

    assert {f"inc{k}" for k in range(1, 15)} == {re.match(r"inc\d+", f).group() for f in found}


def test_a_mei_under_metroplan_brings_no_state_enrolment():
    found = items("metroplan-autorizacao", COMPANY, mei="sim")

    assert ("mei-certificado" in found, "inscricao-estadual" in found) == (True, False)


def test_an_auctioneer_brings_no_cnpj_of_the_client():
    found = items("metroplan-autorizacao", COMPANY, contratante="leiloeiro")

    assert ("leiloeiro-prova" in found, "cnpj-contratante" in found) == (True, False)


def test_a_group_brings_payslips_and_the_list_of_its_vehicle():
    found = items("metroplan-autorizacao", COMPANY, contratante="grupo", cabe="sim")

    assert {"vinculo", "lista-grupo"} <= found
    assert "lista-empresa" not in found


def test_a_valid_fee_is_not_paid_again_for_a_new_contract():
    valid = items("metroplan-novo-contrato", COMPANY, taxa="sim")
    fees = {c.fee.id for c in case("metroplan-novo-contrato", COMPANY, taxa="sim").costs}

    assert ("taxa-vigente" in valid, "taxa-autorizacao" in valid) == (True, False)
    assert {"requerimento-fee"} == fees


def test_on_board_of_a_tour_are_the_papers_of_article_14():
    found = grounds("daer-papeis-a-bordo", ABOARD, "daer-7727-2022:art14_")

    assert {"inc1", "inc2", "inc3", "inc4", "inc5", "inc7", "inc8", "inc10"} == found


def test_every_paper_of_article_14_is_on_board_of_some_service():
    services = ({}, {"servico": "continuo"}, {"servico": "locacao"})
    found = set().union(
        *(grounds("daer-papeis-a-bordo", ABOARD, "daer-7727-2022:art14_", **changed) for changed in services)
    )

    assert {f"inc{k}" for k in range(1, 11)} == found


def test_the_contract_has_the_eight_essential_clauses_between_its_modes():
    long_term = grounds(
        "daer-clausulas-contrato",
        {"servico": "continuo", "contratante": "empresa"},
        "daer-7727-2022:art36_inc",
    )
    trip = grounds("daer-clausulas-contrato", {"servico": "viagem"}, "daer-7727-2022:art36_inc")

    assert {"1", "2", "3", "5", "6", "7", "8"} == long_term
    assert {"1", "2", "4", "5", "6", "7", "8"} == trip


@pytest.mark.parametrize(
    ("years", "standing", "words"),
    [
        ("14", "stated", "12 meses"),
        ("15", "unstated", "não tem regra"),
        ("16", "stated", "6 meses"),
        ("20", "unstated", "a norma não diz"),
        ("21", "unstated", "3 meses"),
        ("25", "unstated", "3 meses"),
    ],
)
def test_the_next_inspection_follows_the_age_and_the_gaps_are_told(years, standing, words):
    (due,) = case("daer-renovacao-lit", {"novo": "nao", "laudos": "1"}, anos=years).deadlines

    assert standing == due.term.standing
    assert words in due.term.text


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("daer-renovacao-lit", "aos-quinze"),
        ("daer-renovacao-lit", "aos-vinte"),
        ("daer-cadastro-inicial", "lit-lacunas"),
        ("daer-renovacao", "lit-lacunas"),
        ("daer-cadastro-inicial", "onze-veiculos"),
        ("daer-cadastro-inicial", "dezesseis-veiculos"),
        ("daer-cadastro-inicial", "dmh-unidade"),
        ("daer-defesa-tnt", "duvida-seguro"),
        ("daer-defesa-tnt", "duvida-lista"),
        ("daer-lista-passageiros", "fora-da-lista"),
        ("daer-defesa-tnt", "duvida-licenca"),
        ("daer-renovacao-lit", "vencido"),
        ("daer-licenca-contrato", "saude-classe"),
        ("daer-lista-passageiros", "saude-sem-antecedencia"),
        ("daer-licenca-fretamento", "cadastur"),
        ("daer-licenca-turismo", "cadastur-eventual"),
        ("daer-licenca-turismo", "lit-curto"),
        ("daer-defesa-tnt", "duvida-embarque"),
        ("daer-licenca-turismo", "rodoviaria"),
        ("daer-cadastro-inicial", "mais-de-25-anos"),
        ("daer-licenca-fretamento", "longe"),
        ("daer-licenca-contrato", "modalidades"),
        ("daer-papeis-a-bordo", "motorista-fora"),
        ("daer-licenca-contrato", "pessoa-dois-papeis"),
        ("daer-cadastro-inicial", "firma"),
        ("metroplan-autorizacao", "contratacao-direta"),
        ("metroplan-autorizacao", "norma-2015"),
        ("daer-cadastro-inicial", "formulario-antigo"),
    ],
)
def test_a_contradiction_of_the_norm_is_shown_as_one(name, part):
    checklist = LIBRARY.checklists[name]
    told = (*checklist.stops, *checklist.deadlines, *checklist.notices)

    (found,) = [p for p in told if p.id == part]
    assert "unstated" == found.standing
    assert found.provision


@pytest.mark.parametrize("name", [n for n in sorted(LIBRARY.checklists) if n.startswith("metroplan-")])
def test_every_metroplan_list_warns_that_its_norm_may_be_superseded(name):
    found = [n for n in LIBRARY.checklists[name].notices if not n.when and "126/2021" in n.text]

    assert 1 == len(found)


@pytest.mark.parametrize("name", sorted(LIBRARY.checklists))
def test_every_box_of_a_form_is_printed_on_it(name):
    for box in LIBRARY.checklists[name].form:
        assert f"( ) {box.text}" in PRINTED_FORM


def test_every_box_of_the_printed_form_belongs_to_some_request():
    known = {box.text for c in LIBRARY.checklists.values() for box in c.form}

    assert PRINTED_FORM.count("( ) ") == len(known)


def test_the_form_of_a_contract_licence_ticks_its_mode():
    answers = {"debito": "nao", "modo": "proprio", "destino": "um"}

    assert ["LICENÇA DE CONTRATO (GRADE HORÁRIA)", "FRET. PRÓPRIO"] == [
        b.text for b in case("daer-licenca-contrato", answers).boxes
    ]
