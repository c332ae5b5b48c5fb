import { describe, expect, it, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { fieldSchema } from '../../../src/domain/fields/field.ts'
import { getEndNote, getFieldNote, listFormPages } from '../../../src/domain/formats/form-layout.ts'
import { compareVersions } from '../../../src/domain/formats/version-changes.ts'
import {
  findLayoutTarget,
  listFormItems,
  moveFieldTo,
  moveFieldUpOrDown,
  moveItemTo,
  removeField,
  setEndNote,
} from '../../../src/formats/editor/move-field.ts'

/** Reads fields from a short notation: `A: a b | (nota) c (fin)` has section A with a and b, a page break, a note above c, and an end note. */
function read(text: string): Field[] {
  const fields: Field[] = []
  let before: NonNullable<Field['before']> = {}
  for (const [part] of text.matchAll(/\([^)]*\)|\S+/g)) {
    if (part === '|') before = { ...before, page: true }
    else if (part.endsWith(':')) before = { ...before, section: part.slice(0, -1) }
    else if (part.startsWith('(')) before = { ...before, note: part.slice(1, -1) }
    else {
      fields.push({ key: part, label: part, type: 'text', ...(Object.keys(before).length > 0 && { before }) })
      before = {}
    }
  }
  const { note } = before
  return note ? fields.map((field, i) => (i < fields.length - 1 ? field : { ...field, after: { note } })) : fields
}

const write = (fields: readonly Field[]) =>
  fields
    .map(({ key, before: { page, section, note } = {}, after }) =>
      [page && '|', section && `${section}:`, note && `(${note})`, key, after && `(${after.note})`]
        .filter(Boolean)
        .join(' '),
    )
    .join(' ')

const shown = (text: string, hidden = '') => {
  const fields = read(text)
  return listFormPages(
    fields,
    fields.filter(({ key }) => !hidden.includes(key)),
  ).map(
    ({ key, sections }) =>
      `${key}${sections.map((one) => `[${one.title} ${one.fields.map((f) => f.key).join('')}]`).join('')}`,
  )
}

describe('pages and sections of a form', () => {
  test.each([
    ['a b', '', ['a[ ab]']],
    ['a B: b c', '', ['a[ a][B bc]']],
    ['| a b | c', '', ['a[ ab]', 'c[ c]']],
    ['A: a | b C: c', '', ['a[A a]', 'b[ b][C c]']],
    // The title stays if its first field is hidden.
    ['a B: b c', 'b', ['a[ a][B c]']],
    ['a B: b c D: d', 'bc', ['a[ a][D d]']],
    ['a | b c | d', 'bc', ['a[ a]', 'd[ d]']],
    ['a | b c | d', 'b', ['a[ a]', 'b[ c]', 'd[ d]']],
    ['a b', 'ab', []],
  ])('divides %j without %j', (text, hidden, pages) => expect(shown(text, hidden)).toEqual(pages))

  it('has the note of a section above its fields, and other notes above their field', () => {
    const fields = read('A: (uno) a (dos) b')
    expect(listFormPages(fields, fields)[0]?.sections).toMatchObject([{ title: 'A', note: 'uno' }])
    expect(fields.map(getFieldNote)).toEqual(['', 'dos'])
    const untitled = read('(uno) a b')
    expect(listFormPages(untitled, untitled)[0]?.sections).toMatchObject([{ title: '', note: '' }])
  })
})

it('has one end note, below the last field', () => {
  const twice = [...read('a (uno)'), ...read('b (dos)'), ...read('c')]
  expect(getEndNote(twice)).toBe('dos')
  expect(write(setEndNote(twice, 'tres'))).toBe('a b c (tres)')
  expect(write(setEndNote(twice, ''))).toBe('a b c')
  expect(getEndNote(read('(nota) a'))).toBe('')
  const [a, b] = [...read('a'), { ...read('b')[0], approvers: 'fill' } as Field] as [Field, Field]
  // Approvers see the form of their own fields, without the note of the requester.
  expect(write(setEndNote([a, b], 'fin'))).toBe('a (fin) b')
  expect(listFormItems(setEndNote([a, b], 'fin')).at(-1)).toEqual({ layout: { note: 'fin' } })
  expect(write(setEndNote([b], 'fin'))).toBe('b (fin)')
})

function moveLayout(text: string, from: number, start: number, step: 1 | -1) {
  const fields = read(text)
  return moveItemTo(fields, from, findLayoutTarget(fields, from, start, step))
}

describe('move field', () => {
  test.each([
    ['a b c', 'b', 1, 'a c b'],
    ['a b c', 'a', -1, 'a b c'],
    ['a b c', 'c', 1, 'a b c'],
    // Within a section, the title stays on top.
    ['A: a b c', 'b', -1, 'A: b a c'],
    ['A: a b c', 'a', 1, 'A: b a c'],
    // A step over a title enters or leaves the section.
    ['a B: b c', 'a', 1, 'B: a b c'],
    ['a B: b c', 'b', -1, 'a b B: c'],
    ['| a b', 'a', -1, 'a | b'],
    // The only field of a section takes the title along.
    ['A: a B: b c', 'a', 1, 'B: b A: a c'],
    ['a B: b', 'b', -1, 'B: b a'],
    ['A: a (nota) b', 'a', 1, 'A: (nota) a b'],
    ['A: (uno) a (dos) b c', 'a', 1, '(dos) b A: (uno) a c'],
    ['| a B: b c', 'a', 1, '| B: a b c'],
    // The end note is a step too.
    ['a b (fin)', 'b', 1, 'a (fin) b'],
    ['a b (fin)', 'a', 1, 'b a (fin)'],
    ['a B: b (fin)', 'b', 1, 'a B: (fin) b'],
  ] as const)('moves in %j the field %s by %i', (text, key, step, moved) => {
    const fields = read(text)
    expect(
      write(
        moveFieldUpOrDown(
          fields,
          fields.findIndex((field) => field.key === key),
          step,
        ),
      ),
    ).toBe(moved)
  })

  test.each([
    ['a B: b c', 2, 0, 'c a B: b'],
    ['a B: b c', 2, 1, 'a B: c b'],
    ['a b C: c d', 0, 2, 'b C: c a d'],
    ['A: a b c', 0, 2, 'A: b c a'],
    ['A: a B: b c', 0, 2, 'B: b c A: a'],
  ])('drops in %j the field at %i to %i', (text, from, to, moved) => {
    expect(write(moveFieldTo(read(text), from, to))).toBe(moved)
  })

  // The positions are those of the rows, among which section titles, notes and page breaks count.
  test.each([
    ['above a title, at the end of the section before', 'a B: b c', 3, 1, 'a c B: b'],
    ['below a title, at the start of the section', 'a B: b c', 3, 2, 'a B: c b'],
    ['down to the end of the section before', 'a b C: c', 0, 1, 'b a C: c'],
    ['down into a section', 'a b C: c', 0, 2, 'b C: a c'],
    ['below the end note', 'a b (fin)', 0, 2, 'b (fin) a'],
    ['the only field of a section, with its title', 'A: a B: b c', 1, 3, 'B: b A: a c'],
    ['a title', 'A: a b c', 0, 2, 'a b A: c'],
    ['a note, to the end', '(nota) a b', 0, 2, 'a b (nota)'],
    ['the end note, above a field', 'a b (fin)', 2, 1, 'a (fin) b'],
    ['a page break, to a title', 'a | b C: c', 1, 2, 'a b | C: c'],
    ['a title to the end, which stays', 'a B: b', 1, 2, 'a B: b'],
    ['a title to another title, which stays', 'A: a B: b', 0, 1, 'A: a B: b'],
  ])('drops %s', (_, text, from, to, moved) => expect(write(moveItemTo(read(text), from, to))).toBe(moved))

  test.each([
    ['A: a b c', 0, 1, 'a A: b c'],
    ['a B: b c', 1, -1, 'B: a b c'],
    // Skips the place of another title.
    ['A: a B: b c', 2, -1, 'A: a B: b c'],
    ['A: a B: b c', 0, 1, 'a B: b A: c'],
    ['a b (fin)', 2, -1, 'a (fin) b'],
    ['a (nota) b', 1, 1, 'a b (nota)'],
    ['a B: b', 1, 1, 'a B: b'],
  ] as const)('moves in %j the row %i by %i', (text, from, step, moved) =>
    expect(write(moveLayout(text, from, from + step, step))).toBe(moved),
  )

  test.each([
    ['a b C: c d', 2, 0, 'C: a b c d'],
    ['A: a b c', 0, 3, 'a b A: c'],
    ['A: a b | c d (fin)', 3, 0, '| A: a b c d (fin)'],
    // The first and the last position have a title or a note already.
    ['A: a b C: c', 3, 0, 'A: a C: b c'],
    ['a (nota) b c (fin)', 1, 4, 'a b (nota) c (fin)'],
    ['a B: b', 1, 2, 'a B: b'],
  ] as const)('moves in %j the row %i toward %i', (text, from, to, moved) =>
    expect(write(moveLayout(text, from, to, to === 0 ? 1 : -1))).toBe(moved),
  )

  it('moves the second of two fields with the same key', () => {
    const fields = [...read('a b c'), { ...read('a')[0], label: 'Otra' } as Field]
    const labels = (moved: readonly Field[]) => moved.map(({ label }) => label).join(' ')
    expect(labels(moveFieldUpOrDown(fields, 3, -1))).toBe('a b Otra c')
    expect(labels(moveFieldTo(fields, 3, 0))).toBe('Otra a b c')
  })

  test.each([
    ['a b (fin)', 1, 'a (fin)'],
    ['A: a b', 0, 'A: b'],
    ['A: a B: b', 0, 'B: b'],
    ['A: (uno) a B: b', 0, 'B: b'],
    ['| A: a B: b', 0, '| B: b'],
    ['A: a (nota) b', 0, 'A: (nota) b'],
    ['a B: b', 1, 'a'],
    ['A: a b', 1, 'A: a'],
  ])('removes in %j the field at %i', (text, place, rest) => expect(write(removeField(read(text), place))).toBe(rest))
})

it('bounds the texts and keeps nothing else', () => {
  const field = { key: 'a', label: 'A', type: 'text' }
  const parse = (before: object) => fieldSchema.safeParse({ ...field, before })
  expect(parse({ page: true, section: 'Datos', note: 'Uno\ndos', color: 'rojo' }).data?.before).toEqual({
    page: true,
    section: 'Datos',
    note: 'Uno\ndos',
  })
  expect(parse({ section: 'x'.repeat(81) }).success).toBe(false)
  expect(parse({ note: 'x'.repeat(501) }).success).toBe(false)
  expect(parse({ page: 'sí' }).success).toBe(false)
  const parseEnd = (after: object) => fieldSchema.safeParse({ ...field, after })
  expect(parseEnd({ note: 'Fin', color: 'rojo' }).data?.after).toEqual({ note: 'Fin' })
  expect(parseEnd({ note: 'x'.repeat(501) }).success).toBe(false)
  expect(parseEnd({ note: '' }).success).toBe(false)
})

it('is a change between two versions', () => {
  const version = (text: string) => ({
    fields: read(text),
    body: 'x',
    signatures: [],
    paper: {},
    makesFinal: false,
    delivery: {},
    signing: {},
    route: [],
  })
  expect(compareVersions(version('a b'), version('a B: b'))).toMatchObject({
    changedFields: [{ field: { key: 'b' }, settings: ['before'] }],
    parts: [],
  })
})
