import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import {
  compareVersions,
  getVersionContent,
  hasNoVersionChanges,
  toVersionContent,
  type VersionContent,
} from '../../../src/domain/formats/version-changes.ts'
import { compareTexts, summarizeChanges, VersionDiff } from '../../../src/formats/versions/version-diff.tsx'

const nombre: Field = { key: 'nombre', label: 'Nombre', type: 'text', required: true }
const valor: Field = { key: 'valor', label: 'Valor', type: 'money' }
const nota: Field = { key: 'nota', label: 'Nota', type: 'text', approvers: 'keep' }
const first: VersionContent = {
  fields: [nombre, valor],
  body: 'Hola',
  signatures: [],
  paper: {},
  makesFinal: false,
  delivery: {},
  signing: {},
  route: [],
}

describe('compare versions', () => {
  it('finds added, removed and changed fields by key', () => {
    const after = { ...first, fields: [{ ...valor, label: 'Monto', currency: 'COP' }, nota] }
    expect(compareVersions(first, after)).toEqual({
      addedFields: [nota],
      removedFields: [nombre],
      changedFields: [{ field: after.fields[0], settings: ['label', 'currency'] }],
      parts: [],
    })
  })

  it('compares the end notes of the form, whichever field has them', () => {
    const note = (text: string) => ({ after: { note: text } })
    const before = { ...first, fields: [nombre, { ...valor, ...note('Fin') }] }
    const moved = compareVersions(before, { ...first, fields: [nombre, valor, { ...nota, ...note('Fin') }] })
    expect(moved).toMatchObject({ addedFields: [{ key: 'nota' }], changedFields: [], parts: [] })
    const changed = compareVersions(before, { ...first, fields: [nombre, { ...valor, ...note('Gracias') }] })
    expect(changed).toMatchObject({ changedFields: [], parts: ['endNote'] })
    expect(hasNoVersionChanges(changed)).toBe(false)
    expect(summarizeChanges(changed)).toEqual(['Nota del final'])
  })

  it('ignores the order of properties, and finds another order of fields', () => {
    const turned = [valor, { required: true, type: 'text', label: 'Nombre', key: 'nombre' } as Field]
    expect(hasNoVersionChanges(compareVersions(first, { ...first, fields: [turned[1] as Field, valor] }))).toBe(true)
    expect(compareVersions(first, { ...first, fields: turned })).toMatchObject({
      parts: ['order'],
      changedFields: [],
    })
  })

  it('names the other parts that differ', () => {
    const after = { ...first, body: 'Adiós', paper: { textSize: 10 as const }, makesFinal: true }
    expect(compareVersions(first, after)).toMatchObject({ parts: ['body', 'paper', 'makesFinal'] })
  })

  it('reads the fields of a stored version in the order of a draft', () => {
    const draft = {
      ...first,
      code: 'AB',
      name: 'A',
      description: '',
      category: 'B',
      requiresReview: true,
      fields: [nota, nombre, valor],
    }
    const stored = {
      ...first,
      fields: [nombre, valor],
      approverFields: [],
      internalFields: [nota],
      id: '',
      format: '',
      version: 1,
    }
    const changes = compareVersions(toVersionContent(stored), getVersionContent(draft))
    expect(hasNoVersionChanges(changes)).toBe(true)
  })
})

test('shows changed fields with the names of their settings, other parts, and the texts side by side', () => {
  const tipo: Field = { key: 'tipo', label: 'Tipo', type: 'choice', options: [{ value: 'CC' }] }
  const before = { ...first, fields: [tipo, nombre], body: 'Hola\nAna' }
  const after = {
    ...first,
    fields: [{ ...tipo, label: 'Clase', options: [{ value: 'CE' }], visibleIf: { key: 'valor', equals: true } }, nota],
    body: 'Hola\nEva',
    makesFinal: true,
  }
  const html = renderToStaticMarkup(
    <VersionDiff changes={compareVersions(before, after)} before={before} after={after} />,
  )
  const texts = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'g'))].map(([, text]) => text?.replace(/<[^>]+>/g, ''))
  expect(texts('li')).toEqual([
    'Agregado: Nota nota',
    'Quitado: Nombre nombre',
    'Cambiado: Clase tipo (nombre, opciones, cuándo se muestra)',
  ])
  expect(texts('p')).toEqual(['Otros cambios: documento definitivo'])
  expect(texts('td')).toEqual(['Hola', 'Hola', 'Ana', 'Eva'])
  expect([texts('del'), texts('ins')]).toEqual([['Ana'], ['Eva']])
})

/** Formats a comparison: sides of a line beside each other, `…` between passages. */
const show = (before: string, after: string) =>
  compareTexts(before, after).flatMap((lines, i) => [
    ...(i > 0 ? ['…'] : []),
    ...lines.map((line) => `${line.before ?? '–'}|${line.after ?? '–'}`),
  ])

describe('compare texts', () => {
  test.each([
    ['a new line', 'uno', 'uno\ndos', ['uno|uno', '–|dos']],
    ['a removed line', 'uno\ndos\ntres', 'uno\ntres', ['uno|uno', 'dos|–', 'tres|tres']],
    ['a changed line beside its old text', 'uno\ndos', 'uno\nDos', ['uno|uno', 'dos|Dos']],
    ['fewer lines', 'a\nb\nx', 'a\nc\nx', ['a|a', 'b|c', 'x|x']],
    ['more removed than added lines', 'a\nb\nc', 'd', ['a|d', 'b|–', 'c|–']],
    [
      'two lines around each change',
      'a\nb\nc\nd\ne\nf\ng\nh\ni\nj',
      'A\nb\nc\nd\ne\nf\ng\nh\ni\nJ',
      ['a|A', 'b|b', 'c|c', '…', 'h|h', 'i|i', 'j|J'],
    ],
  ])('shows %s', (_name, before, after, expected) => {
    expect(show(before, after)).toEqual(expected)
  })

  it('shows texts with too many changes as replaced', () => {
    const lines = (letter: string) => Array.from({ length: 1_500 }, (_, i) => `${letter}${i}`).join('\n')
    const [rows = [], ...others] = compareTexts(lines('a'), lines('b'))
    expect(others).toEqual([])
    expect([rows.length, rows[0], rows[1_499]]).toEqual([
      1_500,
      { before: 'a0', after: 'b0' },
      { before: 'a1499', after: 'b1499' },
    ])
  })
})

test('summarizes changes in short sentences', () => {
  const after = { ...first, fields: [{ ...nombre, max: 60 }, nota], body: 'Adiós', makesFinal: true }
  expect(summarizeChanges(compareVersions(first, after))).toEqual([
    'Campos: 1 agregado, 1 quitado, 1 cambiado',
    'Redacción',
    'Documento definitivo',
  ])
})
