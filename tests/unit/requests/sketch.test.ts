import { expect, it } from 'vitest'
import type { Field } from '../../../src/domain/field.ts'
import { defaultPage } from '../../../src/domain/page.ts'
import { sketchOf } from '../../../src/requests/sketch.ts'

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text' },
  { key: 'fecha', label: 'Fecha', type: 'date' },
]
const elena = { id: 'elena', name: 'Elena Ruiz', post: 'Directora', idDocument: 'CC 51765432' }
const version = {
  fields,
  body: 'Hecho el {{fecha_documento}}.',
  paper: { date: 'fecha', size: 'a4' as const },
  signatures: [
    { by: 'signatory' as const, signatory: 'elena', caption: 'Certifica' },
    { by: 'approver' as const, caption: 'Aprobó' },
    { by: 'owner' as const, caption: 'Solicita' },
  ],
  signatories: [elena],
}
const source = {
  version,
  values: { nombre: 'Ana', fecha: '2026-11-20' },
  organisation: { name: 'Ejemplo', id: 'NIT 1', city: 'Cali', logo: '/logo.png', page: defaultPage },
  owner: 'Luz Peña',
  decided: '2026-11-22',
}
const linesOf = ({ signatures }: ReturnType<typeof sketchOf>) =>
  signatures.map(({ lines }) => lines.map((line) => line.map(({ text }) => text).join('')))
const textOf = ({ blocks }: ReturnType<typeof sketchOf>) => JSON.stringify(blocks)

it('bears the day that the format chooses, in its head and in its text, on the paper of the format', () => {
  const sketch = sketchOf(source)
  expect(sketch.date).toBe('2026-11-20')
  expect(textOf(sketch)).toContain('20/11/2026')
  expect(sketch.page.size).toBe('a4')
})

it('follows the organisation in what its format does not choose, and writes figures as the country does', () => {
  const page = { size: 'legal', margins: 'wide', isJustified: false, country: 'CL' } as const
  const drawn = (paper: object) =>
    sketchOf({ ...source, version: { ...version, paper }, organisation: { ...source.organisation, page } })
  expect(drawn({}).page).toEqual(page)
  expect(textOf(drawn({ date: 'fecha' }))).toContain('20-11-2026')
  const chosen = { size: 'a4', margins: 'narrow', ragged: false, country: 'MX' }
  expect(drawn(chosen).page).toEqual({ size: 'a4', margins: 'narrow', isJustified: true, country: 'MX' })
  expect(textOf(drawn({ ...chosen, date: 'fecha' }))).toContain('20/11/2026')
})

it('bears the day of the decision where that field says nothing', () => {
  expect(sketchOf({ ...source, values: { nombre: 'Ana' } }).date).toBe('2026-11-22')
  // Half typed.
  expect(sketchOf({ ...source, values: { fecha: '15/0' } }).date).toBe('2026-11-22')
})

it('names who will sign, and nobody as approving where nobody has to', () => {
  expect(linesOf(sketchOf(source))).toEqual([
    ['Elena Ruiz', 'Directora', 'CC 51765432', 'Certifica'],
    ['(quien apruebe)', 'Aprobó'],
    ['Luz Peña', 'Solicita'],
  ])
  expect(linesOf(sketchOf({ ...source, isApprovedAtOnce: true }))).toHaveLength(2)
})

it('names who signed once somebody did', () => {
  const signers = [{ caption: 'Certifica', name: 'Otra Persona', post: '', document: '', image: '' }]
  const signed = { decidedAt: '2026-11-20 10:00:00.000Z', approver: 'Ana', signers }
  expect(linesOf(sketchOf({ ...source, signed }))).toEqual([['Otra Persona', 'Certifica']])
})

it('has the letterhead of whoever issues it, or none, where the format says so', () => {
  const issued = (paper: object) => sketchOf({ ...source, version: { ...version, paper } }).organisation
  expect(issued({})).toEqual({ name: 'Ejemplo', id: 'NIT 1', city: 'Cali', logo: '/logo.png' })
  expect(issued({ letterhead: 'issuer', issuer: { name: 'nombre' } })).toMatchObject({
    name: 'Ana',
    id: '',
    logo: null,
  })
  expect(issued({ letterhead: 'none' })).toMatchObject({ name: '', id: '', logo: null })
})
