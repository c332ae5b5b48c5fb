import { describe, expect, test } from 'vitest'
import {
  describeMeaning,
  type FileContent,
  formatApprovalLine,
  formatLongDay,
  formatReplacementNote,
  formatSealLine,
  getFileVerificationResult,
  getVerificationResult,
} from '../../../src/documents/verification-results.ts'
import {
  getInitials,
  getLastDigits,
  getVerificationStatus,
} from '../../../src/domain/documents/document-verification.ts'
import type { DocumentVerification } from '../../../src/domain/documents/document-verification-output.ts'
import { parseVerificationCode } from '../../../src/domain/documents/verification-code.ts'

const check = (change: Partial<DocumentVerification> = {}): DocumentVerification => ({
  code: '7K3M-9QXW-2TBD',
  organisation: 'Cooperativa Ñandú',
  format: 'Carta laboral',
  number: 'CL-2026-000147',
  date: '2026-11-20',
  state: 'preliminary',
  annulledOn: '',
  isAnonymized: false,
  initials: 'Í. Ñ.',
  approvedAt: '2026-11-20T13:05',
  approver: 'N. I. R.',
  signers: [],
  seal: null,
  fields: [],
  asksDigits: false,
  version: 3,
  files: [{ hash: 'a', kind: 'preliminary', replacedOn: '' }],
  ...change,
})
const issued = check({
  state: 'valid',
  files: [
    { hash: 'b', kind: 'final', replacedOn: '' },
    { hash: 'a', kind: 'preliminary', replacedOn: '2026-11-22' },
  ],
})

/** Content of a file without seal. */
const plain = (hash: string): FileContent => ({ hash, seal: 'none' })

test('formats approver and approval date in one line, without missing parts', () => {
  // Browsers use a comma or «a las».
  const formatApproval = (change: Partial<DocumentVerification>) =>
    formatApprovalLine(check(change)).replace(/\s/g, ' ').replace(' a las ', ', ')
  expect(formatApproval({})).toBe('20 de noviembre de 2026, 1:05 p. m., por N. I. R.')
  expect(formatApproval({ approver: '' })).toBe('20 de noviembre de 2026, 1:05 p. m.')
  expect(formatApproval({ approvedAt: '', approver: '' })).toBe('')
})

test.each([
  [{ status: 'approved', finality: 'preliminary', annulledAt: '' }, 'preliminary'],
  [{ status: 'approved', finality: 'final', annulledAt: '' }, 'valid'],
  [{ status: 'approved', finality: 'preliminary', annulledAt: '2026-11-22 10:00:00.000Z' }, 'annulled'],
  [{ status: 'approved', finality: 'final', annulledAt: '2026-11-22 10:00:00.000Z' }, 'annulled'],
  [{ status: 'returned', finality: '', annulledAt: '' }, 'withdrawn'],
  [{ status: 'submitted', finality: '', annulledAt: '' }, 'withdrawn'],
  [{ status: 'rejected', finality: '', annulledAt: '' }, 'withdrawn'],
  [{ status: 'cancelled', finality: '', annulledAt: '' }, 'withdrawn'],
] as const)('derives from %j the status %s', (request, state) => {
  expect(getVerificationStatus(request)).toBe(state)
})

test.each([
  ['Íñigo Ñandú Güell', 'Í. Ñ. G.'],
  ['  ana ', 'A.'],
  ['Ana María de la Cruz Peña', 'A. M. D. L.'],
  ['', ''],
])('reduces the name «%s» to the initials «%s»', (name, initials) => {
  expect(getInitials(name)).toBe(initials)
})

test.each([
  ['7k3m 9qxw 2tbd', '7K3M-9QXW-2TBD'],
  ['o1Il-0000-0000', '0111-0000-0000'],
  ['7K3M–9QXW—2TBD', '7K3M-9QXW-2TBD'],
  ['7K3M-9QXW-2TB', ''],
  ['7K3M-9QXW-2TBU', ''],
  ['7K3M-9QXW-2TBÑ', ''],
  ['', ''],
])('parses the verification code «%s» as «%s»', (typed, code) => {
  expect(parseVerificationCode(typed)).toBe(code)
})

test.each([
  ['0012345678', '5678'],
  ['1.020.304.050', '4050'],
  ['900123456-7', '3456'],
  ['12345678-K', '5678'],
  ['AB1234567', '4567'],
  ['1234', '1234'],
  ['123', ''],
  ['123-4', ''],
  ['', ''],
  ['undefined', ''],
])('returns of the identity number «%s» the last digits «%s»', (idNumber, digits) => {
  expect(getLastDigits(idNumber)).toBe(digits)
})

test('returns an empty string for an invalid day', () => {
  expect([formatLongDay(''), formatLongDay('15/0'), formatLongDay('2026-11-22')]).toEqual([
    '',
    '',
    '22 de noviembre de 2026',
  ])
})

test('identifies the preliminary file while the final file is being generated', () => {
  const waiting = check({ state: 'valid', files: [{ hash: 'a', kind: 'preliminary', replacedOn: '' }] })
  expect(getFileVerificationResult(waiting, plain('a'))).toMatchObject({
    tone: 'warning',
    title: 'Es el archivo preliminar',
  })
})

describe('file verification', () => {
  test.each([
    [check(), 'a', 'Es este archivo, byte por byte', 'success'],
    [check(), 'b', 'No es este archivo', 'danger'],
    [issued, 'b', 'Es este archivo, byte por byte', 'success'],
    [issued, 'a', 'Es un archivo reemplazado', 'warning'],
    [check({ state: 'annulled', annulledOn: '2026-11-23' }), 'a', 'Es este archivo, byte por byte', 'warning'],
    // A file that is missing on the server has no hash.
    [check({ files: [{ hash: '', kind: 'final', replacedOn: '' }] }), '', 'No es este archivo', 'danger'],
  ])('compares the hash of the file', (of, hash, title, tone) => {
    expect(getFileVerificationResult(of, plain(hash))).toMatchObject({ title, tone })
  })

  const seal = { holder: 'Cooperativa Ñandú', fingerprint: 'f', stampedAt: '' }
  test.each([
    ['b', 'intact', 'Es este archivo, byte por byte', 'success'],
    ['a', 'other', 'Es un archivo reemplazado', 'warning'],
    ['c', 'intact', 'Es de otro documento', 'danger'],
    ['c', 'changed', 'Cambiado', 'danger'],
    ['c', 'other', 'Sellado por otro', 'danger'],
    ['c', 'none', 'Sin sello', 'danger'],
    ['c', 'unknown', 'No es este archivo', 'danger'],
    ['', 'unknown', 'No es este archivo', 'danger'],
  ] as const)('of a sealed document judges the hash «%s» and the seal %s', (hash, status, title, tone) => {
    expect(getFileVerificationResult({ ...issued, seal }, { hash, seal: status })).toMatchObject({ title, tone })
  })

  test('names the holder of an intact seal', () => {
    const { says } = getFileVerificationResult({ ...issued, seal }, { hash: 'b', seal: 'intact' })
    expect(says).toBe(
      'Es el definitivo, tal como salió de la organización. Está intacto y sellado por Cooperativa Ñandú.',
    )
  })

  test('names the replacement of a replaced file and its date', () => {
    const { says } = getFileVerificationResult(issued, plain('a'))
    expect(says).toBe('Es de este documento, pero el 22 de noviembre de 2026 lo reemplazó el definitivo.')
  })
})

test('mentions earlier copies unless they are identical or already explained by their mark', () => {
  expect(formatReplacementNote(check())).toBeNull()
  expect(formatReplacementNote(issued)).toBeNull()
  const [present, marked] = issued.files as [never, never]
  const other = { hash: 'c', kind: 'final', replacedOn: '2026-11-22' } as const
  expect(formatReplacementNote({ ...issued, files: [present, other, marked] })).toMatch(
    /^Generado de nuevo el 22 de noviembre de 2026: reemplaza a una copia anterior\./,
  )
  const again = { hash: 'b', kind: 'final', replacedOn: '2026-11-23' } as const
  expect(formatReplacementNote({ ...issued, files: [issued.files[0] as never, again] })).toBeNull()
})

test('states the annulment date of an annulled document', () => {
  expect(getVerificationResult(check({ state: 'annulled', annulledOn: '2026-11-23' }))).toMatchObject({
    title: 'Documento anulado',
    says: 'La organización lo anuló el 23 de noviembre de 2026. No lo acepte, aunque su copia no lleve la marca.',
  })
})

test.each([
  [check(), 'el documento existe. Para saber si alguien cambió su copia, suelte el PDF.'],
  [
    check({ fields: [{ label: 'Cargo', value: 'Analista' }] }),
    'si su copia tiene los mismos datos, es la que se emitió. Si alguno es distinto, no la acepte.',
  ],
  [check({ state: 'annulled' }), 'la organización ya no responde por él. No acepte ninguna copia.'],
  [check({ state: 'withdrawn' }), 'la organización ya no responde por él. No acepte ninguna copia.'],
])('describes what the verification means', (of, meaning) => {
  expect(describeMeaning(of)).toBe(meaning)
})

test('formats the seal with the beginning of the fingerprint', () => {
  const fingerprint = '0123456789abcdef'.repeat(4)
  expect(formatSealLine({ holder: 'Cooperativa Ñandú', fingerprint, stampedAt: '' })).toBe(
    'Cooperativa Ñandú, certificado 0123 4567 89AB CDEF…',
  )
})
