import { EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { initialFormats } from '../../../src/domain/formats/seed/initial-formats.ts'
import { createNormalizePlugin } from '../../../src/formats/body/normalize-lines.ts'
import { parseBody } from '../../../src/formats/body/parse-body.ts'
import { getDocumentPosition, getSourceOffset, serializeBody } from '../../../src/formats/body/serialize-body.ts'
import { createRandom } from '../../support/chance.ts'

const pieces = [
  ...[
    '**',
    '**',
    '*',
    '{{*}}',
    '{{ * }}',
    '{{_}}',
    '{{al centro}} ',
    '{{>1.1. sigue}} ',
    '{{2 columnas}} ',
    '{{tabulación 8 cm}}',
    '{{nombre}}',
    '{{ valor | moneda }}',
    '{{valor|moneda}}',
    '{{',
    '}}',
    '{',
  ],
  ...['{{#si tipo = "obra o labor"}}', '{{sino}}', '{{/si}}', '{{#items}}', '{{/items}}', '{{cláusula}}', '{{¿?}}'],
  ...['{{a)}} ', '{{-}}', '{{1.}} ', '{{a)}}', '{{nueva página}}', '{{columnas: 15, 45 centro}}', '{{aquí firman: X}}'],
  ...['# ', '## ', '#', '### ', '| ', '|', ' | ', ' |', '| |', '|---|', '| -- | -- |', ' ', '  ', '\t', '\r', '\u2028'],
  ...['uno', 'ñandú', 'é', '😀', '\ud83d', '<b>', '&amp;', '\n', '\n', '\n\n', '\n| uno | {{valor|moneda}} |\n'],
]

function randomBody(next: () => number) {
  const length = Math.floor(next() * 24)
  return Array.from({ length }, () => pieces[Math.floor(next() * pieces.length)]).join('')
}

describe('styled body', () => {
  it.each(initialFormats.map(({ code, body }) => [code, body]))('shows all lines of %s with style', (_, body) => {
    const doc = parseBody(body)
    expect(serializeBody(doc)).toBe(body)
    expect(doc.children.filter(({ type }) => type.name === 'raw')).toEqual([])
    expect(doc.childCount).toBe(body.split('\n').length)
  })

  it('returns 50,000 random bodies byte by byte', () => {
    const next = createRandom(29)
    const kinds = new Map<string, number>()
    const changed: string[] = []
    for (let count = 0; count < 50_000; count++) {
      const body = randomBody(next)
      const doc = parseBody(body)
      for (const { type } of doc.children) kinds.set(type.name, (kinds.get(type.name) ?? 0) + 1)
      if (serializeBody(doc) !== body || doc.childCount !== body.split('\n').length) changed.push(body)
    }
    expect(changed).toEqual([])
    for (const kind of ['paragraph', 'heading', 'item', 'row', 'raw']) expect(kinds.get(kind)).toBeGreaterThan(1_000)
  })

  it('converts source offsets to positions and back', () => {
    const next = createRandom(30)
    const wrong: unknown[] = []
    for (let count = 0; count < 500; count++) {
      const body = randomBody(next)
      const doc = parseBody(body)
      doc.descendants((node, at) => {
        if (!node.isTextblock) return
        for (let position = at + 1; position <= at + 1 + node.content.size; position++)
          if (getDocumentPosition(doc, getSourceOffset(doc, position)) !== position) wrong.push([body, position])
      })
      for (let offset = 0; offset <= body.length; offset++)
        if (!doc.resolve(getDocumentPosition(doc, offset)).parent.isTextblock) wrong.push([body, offset])
    }
    expect(wrong).toEqual([])
  })

  it('equals its parsed source after each of 5,000 random edits', () => {
    const next = createRandom(31)
    const wrong: string[] = []
    for (let round = 0; round < 100; round++) {
      let state = EditorState.create({ doc: parseBody(randomBody(next)), plugins: [createNormalizePlugin()] })
      for (let edit = 0; edit < 50; edit++) {
        const positions = [next(), next()].map((share) => Math.floor(share * state.doc.content.size))
        const [from = 0, to = 0] = positions.sort((a, b) => a - b)
        const { tr } = state
        const selected = tr.setSelection(TextSelection.between(tr.doc.resolve(from), tr.doc.resolve(to)))
        const text = randomBody(next).slice(0, 6)
        state = state.apply(next() < 0.4 || !text ? selected.deleteSelection() : selected.insertText(text))
        const source = serializeBody(state.doc)
        if (!parseBody(source).eq(state.doc)) wrong.push(source)
      }
    }
    expect(wrong).toEqual([])
  })
})
