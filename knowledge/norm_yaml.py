"""Writes a norm's files as the YAML a person edits: one entry a provision, texts folded at 110 columns.

The inverse of reading: `read_yaml` of what stands here gives the same values back.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from knowledge.schema import Strict

HEADER = """\
# Dispositivos de uma norma, na ordem da fonte (source.txt). Quem edita: só as palavras da fonte em `text`.
#   id              norma:fragmento; nunca muda, nem quando o texto muda
#   label           como se cita; sai do id (Art. 5º, IV, b.1)
#   printed         o rótulo tal como a fonte o imprime, com seu ponto ou traço
#   label_restored  true quando o número ou a letra não está impresso na fonte
#   source_line     linha de source.txt em que o dispositivo começa
#   parent          só em artigos e seções: o capítulo ou a seção em que estão
#   text            as palavras da fonte, com os defeitos; só os espaços são normalizados
#   note            nota de redação entre parênteses que a fonte imprime no fim
#   mends           defeitos (`found`) e como se leem (`read`), para exibir e buscar
#   status          só quando difere da situação da norma: revoked, vetoed, expired, unknown, in_force
#   versions        redações com datas; wording: current (o text), missing (não temos), own (em `text`)
#   anomalies       defeitos da fonte, com a linha
#   references      remissões: `text` como escrito; `to` ids desta base; `external` URN de outro ato ("" se
#                   não se sabe); suspicious: a remissão parece errada; probable: o alvo provável; note: por quê
#   remainder       linhas da fonte que não são citáveis (preâmbulo, assinaturas, índices)
"""

NORM_HEADER = """\
# A norma como um todo. Chaves em inglês, valores em português.
#   title, summary    epígrafe e ementa · short como se cita · names como as pessoas a chamam (sem acento, minúsculas)
#   authority         quem editou · jurisdiction o estado ou DF · regime daer, metroplan ou other
#   date              data do ato: AAAA, AAAA-MM ou AAAA-MM-DD, só até onde se sabe
#   urn               LexML; vazio quando não se pode construir
#   status            in_force, superseded_probable, expired, unknown
#   stale_text        true quando um ato posterior mudou palavras que temos aqui
#   in_force_from     só quando o dia é conhecido; in_force_note diz o que se sabe; in_force_provision é o fundamento
#   ended_on          último dia de efeito, quando a norma o diz
#   doubtful_from     desde quando a vigência é duvidosa, quando se sabe (antes disso valia)
#   checked_on        quando alguém a conferiu pela última vez na fonte oficial; vazio = nunca
#   review_provision  dispositivo que prevê revisão periódica: a resposta diz a data da última conferência
#   warnings          avisos que toda resposta baseada na norma leva
#   source            de onde vem o que está aqui · confidence o quanto é certo · notes o que quem responde deve saber
"""

_PLAIN = re.compile(r"[A-Za-zÀ-ú§][\wÀ-ú§º°.,/()–-]*(?: [\wÀ-ú§º°.,/()–-]+)*")
_WORD_VALUES = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
_WIDTH = 110


def dump(content: Mapping[str, Any]) -> str:
    """The content of a provisions file as YAML text, header included."""
    out = [HEADER, f"norm: {scalar(content['norm'])}\n"]
    for key in ("remainder", "provisions"):
        entries = content.get(key) or ()
        out.append(f"{key}:{'' if entries else ' []'}\n")
        for entry in entries:
            if key == "provisions":
                out.append("\n")
            out.extend(_entry(entry))
    return "".join(out)


def scalar(value: Any) -> str:
    """A value on one line, quoted only where YAML would read something else."""
    if value is None or isinstance(value, bool | int):
        return "null" if value is None else str(value).lower()
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(scalar(v) for v in value)}]"
    text = str(value)
    plain = _PLAIN.fullmatch(text) and text.lower() not in _WORD_VALUES and not re.search(r"[,\[\]{}]", text)
    id_like = re.fullmatch(r"[a-z][a-z0-9-]*:[a-z][a-z0-9_-]*", text)
    return text if plain or id_like else json.dumps(text, ensure_ascii=False)


def _entry(entry: Mapping[str, Any]) -> list[str]:
    lines = []
    for number, (key, value) in enumerate(entry.items()):
        lines.append(("- " if number == 0 else "  ") + _field(key, value))
    return lines


def _field(key: str, value: Any) -> str:
    if key == "text" and value:
        return f"text: {_block(value)}"
    if key == "rows":
        return "rows:\n" + "".join(f"      - {scalar(row)}\n" for row in value)
    if isinstance(value, Sequence) and value and isinstance(value[0], Mapping):
        return f"{key}:\n" + "".join(_nested(item) for item in value)
    return f"{key}: {scalar(value)}\n"


def _nested(item: Mapping[str, Any]) -> str:
    fields = [
        f"{key}: {scalar(value)}\n" if key != "rows" else _field(key, value) for key, value in item.items()
    ]
    return "".join(("    - " if n == 0 else "      ") + text for n, text in enumerate(fields))


def _block(text: str) -> str:
    if "\n" in text or "\t" in text:
        return "|-\n" + "".join(f"    {line}\n" for line in text.split("\n"))
    lines = textwrap.wrap(text, _WIDTH - 4, break_long_words=False, break_on_hyphens=False)
    return ">-\n" + "".join(f"    {line}\n" for line in lines)


def dump_norm(content: Mapping[str, Any]) -> str:
    """The content of `norm.yaml` as YAML text, header included."""
    out = [NORM_HEADER]
    for key, value in content.items():
        if isinstance(value, Sequence) and not isinstance(value, str):
            out.append(f"{key}:\n" + "".join(f"  - {scalar(item)}\n" for item in value))
        else:
            out.append(f"{key}: {json.dumps(value) if key == 'date' else scalar(value)}\n")
    return "".join(out)


def as_content(file: Strict) -> dict[str, Any]:
    """A validated file as plain content again, with only the fields that were given."""
    return file.model_dump(mode="python", exclude_unset=True)
