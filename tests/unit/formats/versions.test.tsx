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
import { summarizeChanges } from '../../../src/formats/versions/change-summary.ts'
import { diffText } from '../../../src/formats/versions/diff-text.ts'
import { listSettingChanges } from '../../../src/formats/versions/setting-changes.ts'
import { VersionDiff } from '../../../src/formats/versions/version-diff.tsx'

const nombre: Field = { key: 'nombre', label: 'Nombre', type: 'text', required: true }
const valor: Field = { key: 'valor', label: 'Valor', type: 'money' }
const nota: Field = { key: 'nota', label: 'Nota', type: 'text', deciders: 'keep' }
const first: VersionContent = {
  fields: [nombre, valor],
  body: 'Hola',
  signatures: [],
  paper: {},
  makesFinal: false,
  route: [],
}

describe('compare versions', () => {
  it('finds added, removed and changed fields by key', () => {
    const after = { ...first, fields: [{ ...valor, label: 'Monto', currency: 'COP' }, nota] }
    expect(compareVersions(first, after)).toEqual({
      body: false,
      addedFields: [nota],
      removedFields: [nombre],
      changedFields: [{ before: valor, after: after.fields[0], settings: ['label', 'currency'] }],
      reordersFields: false,
      endNote: null,
      parts: [],
    })
  })

  it('compares the end notes of the form, whichever field has them', () => {
    const note = (text: string) => ({ after: { note: text } })
    const before = { ...first, fields: [nombre, { ...valor, ...note('Fin') }] }
    const moved = compareVersions(before, { ...first, fields: [nombre, valor, { ...nota, ...note('Fin') }] })
    expect(moved).toMatchObject({ addedFields: [{ key: 'nota' }], changedFields: [], endNote: null })
    const changed = compareVersions(before, { ...first, fields: [nombre, { ...valor, ...note('Gracias') }] })
    expect(changed).toMatchObject({ changedFields: [], endNote: { before: 'Fin', after: 'Gracias' } })
    expect(hasNoVersionChanges(changed)).toBe(false)
    expect(summarizeChanges(changed, [])).toEqual(['Campos: otra nota del final'])
  })

  it('ignores the order of properties, and finds another order of fields', () => {
    const turned = [valor, { required: true, type: 'text', label: 'Nombre', key: 'nombre' } as Field]
    expect(hasNoVersionChanges(compareVersions(first, { ...first, fields: [turned[1] as Field, valor] }))).toBe(true)
    expect(compareVersions(first, { ...first, fields: turned })).toMatchObject({
      reordersFields: true,
      changedFields: [],
    })
  })

  it('names the other parts that differ', () => {
    const after = { ...first, body: 'Adiós', paper: { textSize: 10 as const }, makesFinal: true }
    expect(compareVersions(first, after)).toMatchObject({ body: true, parts: ['paper', 'makesFinal'] })
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
      deciderFields: [],
      keptFields: [nota],
      id: '',
      format: '',
      version: 1,
    }
    const changes = compareVersions(toVersionContent(stored), getVersionContent(draft))
    expect(hasNoVersionChanges(changes)).toBe(true)
  })
})

test('describes the settings of a field before and after', () => {
  const before: Field = { ...nombre, before: { section: 'Quién', note: 'Como en la cédula.' }, max: 40 }
  const after: Field = {
    ...nombre,
    label: 'Nombre completo',
    type: 'longText',
    required: false,
    before: { section: 'Quién', note: 'Sin abreviar.', page: true },
    visibleIf: { key: 'valor', equals: true },
  }
  const [change] = compareVersions({ ...first, fields: [before] }, { ...first, fields: [after] }).changedFields
  expect(change && listSettingChanges(change.before, change.after, change.settings)).toEqual([
    { label: 'nombre', before: 'Nombre', after: 'Nombre completo' },
    { label: 'tipo', before: 'texto', after: 'texto largo' },
    { label: 'obligatorio', before: 'sí', after: 'no' },
    { label: 'nota', before: 'Como en la cédula.', after: 'Sin abreviar.' },
    { label: 'empieza una página', before: 'no', after: 'sí' },
    { label: 'cuándo se muestra', before: null, after: null },
    { label: 'máximo', before: '40', after: '' },
  ])
})

test('names changed settings whose texts are equal, and the layout of an added field', () => {
  const options: Field = { key: 'tipo', label: 'Tipo', type: 'choice', options: [{ value: 'CC' }] }
  const added: Field = { ...valor, before: { section: 'Pago' } }
  const changes = compareVersions(
    { ...first, fields: [options] },
    { ...first, fields: [{ ...options, options: [{ value: 'CC', aliases: ['Cédula'] }] }, added, nota] },
  )
  const html = renderToStaticMarkup(<VersionDiff changes={changes} lines={[]} />)
  expect([...html.matchAll(/<li>(.*?)(?=<li>|<\/li>)/g)].map(([, item]) => item?.replace(/<[^>]+>/g, ''))).toEqual([
    'Agregado: Valor valor',
    'título de la sección: ahora Pago',
    'Agregado: Nota nota',
    'Cambiado: Tipo tipo',
    'opciones',
  ])
})

/** Formats a comparison: `+` added, `-` removed, `…3` three unchanged lines; changed words in brackets. */
const show = (before: string, after: string) =>
  diffText(before, after).map(({ kind, pieces, count }) => {
    if (kind === 'skipped') return `…${count}`
    const text = pieces.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')
    return `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`
  })

describe('compare texts', () => {
  test.each([
    ['equal texts', 'uno', 'uno', [' uno']],
    ['a new text', '', 'uno\ndos', ['+uno', '+dos']],
    ['a removed line', 'uno\ndos\ntres', 'uno\ntres', [' uno', '-dos', ' tres']],
    [
      'changed words',
      'Consta que {{nombre}} existe.',
      'Consta que {{nombre}} vive.',
      ['-Consta que {{nombre}} [existe].', '+Consta que {{nombre}} [vive].'],
    ],
    ['lines with little in common', 'Consta', 'Adiós a todos', ['-Consta', '+Adiós a todos']],
    ['fewer lines', 'a b c d\nx y', 'a b c e', ['-a b c [d]', '-x y', '+a b c [e]']],
    [
      'long equal parts',
      'a\nb\nc\nd\ne\nf\ng\nh\ni',
      'a\nb\nc\nd\nE\nf\ng\nh\ni',
      ['…2', ' c', ' d', '-e', '+E', ' f', ' g', '…2'],
    ],
  ])('shows %s', (_name, before, after, expected) => {
    expect(show(before, after)).toEqual(expected)
  })

  it('shows texts with too many changes as replaced', () => {
    const lines = (letter: string) => Array.from({ length: 1_500 }, (_, i) => `${letter}${i}`)
    const found = diffText(lines('a').join('\n'), lines('b').join('\n'))
    expect(found.slice(0, 1_500).every(({ kind }) => kind === 'removed')).toBe(true)
    expect(found).toHaveLength(3_000)
  })

  it('marks the words of a line up to 100 changes, however long it is', () => {
    const line = (count: number, changed: number, word: string) =>
      Array.from({ length: count }, (_, i) => (i % 3 === 0 && i / 3 < changed ? `${word}${i}` : `igual${i}`)).join(' ')
    const countMarks = (count: number, changed: number) =>
      diffText(line(count, changed, 'a'), line(count, changed, 'b')).map(
        ({ pieces }) => pieces.filter((piece) => piece.changed).length,
      )
    expect(countMarks(200, 50)).toEqual([50, 50])
    expect(countMarks(200, 51)).toEqual([0, 0])
    expect(countMarks(2_000, 3)).toEqual([3, 3])
  })
})

test('names the body without its lines until they are compared', () => {
  const changes = compareVersions(first, { ...first, body: 'Adiós' })
  expect(summarizeChanges(changes, undefined)).toEqual(['Redacción'])
  const html = renderToStaticMarkup(<VersionDiff changes={changes} lines={undefined} />)
  expect(html).toContain('Redacción')
  expect(html).not.toContain('<li')
})

test('summarizes changes in short sentences', () => {
  const after = { ...first, fields: [{ ...nombre, max: 60 }, nota], body: 'Hola\nAdiós', route: [], makesFinal: true }
  expect(summarizeChanges(compareVersions(first, after), diffText('Hola', 'Hola\nAdiós\nFin'))).toEqual([
    'Redacción: 2 líneas agregadas',
    'Campos: 1 agregado, 1 quitado, 1 cambiado',
    'Documento definitivo',
  ])
})
