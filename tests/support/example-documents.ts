import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSignature } from '../../src/domain/documents/blocks.ts'
import { buildDocumentModel, type DocumentModel, type DocumentModelInput } from '../../src/domain/documents/document.ts'
import { resolveDocumentDate } from '../../src/domain/documents/document-date.ts'
import { resolveIssuer } from '../../src/domain/documents/issuer.ts'
import { createMaskedLogo, type Logo, parseLogo } from '../../src/domain/documents/logo.ts'
import { defaultPageSetup } from '../../src/domain/documents/page.ts'
import { resolvePageSetup } from '../../src/domain/documents/page-setup.ts'
import type { FormatPaperSettings } from '../../src/domain/documents/paper.ts'
import { renderPdf } from '../../src/domain/documents/pdf/pdf.ts'
import { pdfHeader } from '../../src/domain/documents/pdf/pdf-file.ts'
import { renderBlocks } from '../../src/domain/documents/render.ts'
import type { SignatureBlock } from '../../src/domain/documents/signature-block.ts'
import { resolveSigners } from '../../src/domain/documents/signers.ts'
import type { Column, Field, Row, Values } from '../../src/domain/fields/field.ts'
import { computeValues, parseValue, validateValues } from '../../src/domain/fields/values.ts'
import { getNotation } from '../../src/domain/money/notation.ts'
import { fontOf } from './fonts.ts'
import { aPng, aSignature } from './pictures.ts'
import { temporaryFolder } from './temporary-folder.ts'

const context = { today: '2026-11-21', country: 'CO' }

export interface Template {
  code: string
  name: string
  fields: Field[]
  body: string
  paper?: FormatPaperSettings | undefined
  signatures?: SignatureBlock[] | undefined
}

/** Returns example values of all fields; tables have `rows` rows. */
export function exampleOf(fields: readonly (Field | Column)[], rows = 2): Record<string, unknown> {
  const pairs = fields
    .filter(({ type }) => type !== 'computed')
    .map((field) => [field.key, filled(field, rows)] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

function filled(field: Field | Column, rows: number): unknown {
  if ('columns' in field && field.columns) return Array.from({ length: rows }, () => exampleOf(field.columns ?? []))
  const reading = parseValue(field, field.example ?? '', context)
  if ('error' in reading) throw new Error(`${field.key}: ${reading.error}`)
  return reading.value ?? undefined
}

/** Returns values of required fields only. */
export function leastOf(fields: readonly Field[]): Record<string, unknown> {
  const all = exampleOf(fields)
  return Object.fromEntries(
    fields.filter(({ required, requiredIf }) => required || requiredIf).map(({ key }) => [key, all[key]]),
  )
}

/** Returns values with the longest permitted texts and many rows. */
export function mostOf(fields: readonly Field[]): Record<string, unknown> {
  const all = exampleOf(fields, 45)
  for (const { key, type, max, pattern } of fields) {
    if (type === 'table' && max) all[key] = (all[key] as unknown[]).slice(0, Number(max))
    if ((type !== 'text' && type !== 'longText') || pattern) continue
    const known = String(all[key] ?? 'Texto')
    all[key] = `${known} `
      .repeat(60)
      .slice(0, Number(max ?? 80))
      .trim()
  }
  return all
}

const approval = { by: 'Nubia Ibáñez Rey', at: '2026-11-20T13:05' }
const check = { code: '7K3M-9QXW-2TBD', site: 'https://formatos.ejemplo.co' }

const certifier = { id: 'clara', name: 'Clara Inés Rojas', post: 'Directora', idDocument: 'C. C. 52.345.678' }
const approver = { id: '', name: approval.by, post: '', idDocument: '' }

/** Returns the document model of valid values. The organisation's signatory has a scanned signature. */
export function modelOf(
  { code, name, fields, body, paper, signatures = [] }: Template,
  given: Record<string, unknown>,
  logo: Logo | null = null,
  organisationPage = defaultPageSetup,
) {
  const { values: checked, errors } = validateValues(fields, given, context)
  if (Object.keys(errors).length) throw new Error(JSON.stringify(errors))
  const values: Values = { ...checked, ...computeValues(fields, checked) }
  const organisation = { name: 'Cooperativa Ñandú', id: 'NIT 900.123.456-8', city: 'Bogotá D. C.', logo }
  const page = resolvePageSetup(paper, organisationPage)
  const notation = getNotation(page.country)
  const date = resolveDocumentDate({ fields, paper }, values, '2026-11-20')
  const blocks = renderBlocks(body, date.fields, date.values, organisation.name, notation)
  const number = `${code}-2026-000001`
  const signers = resolveSigners(signatures, {
    fields,
    values,
    owner: 'Ana',
    approver,
    approvedOn: '2026-11-20',
    signatory: () => certifier,
    notation,
  })
  const model = buildDocumentModel({
    organisation: resolveIssuer({ fields, paper }, values, organisation, notation),
    format: { code, name },
    number,
    date: date.date,
    blocks,
    signatures: signers.map((one) =>
      one.sealedOn === undefined
        ? createSignature(one, one.id === certifier.id ? scan : null)
        : createSignature({ ...one, name: organisation.name, sealedOn: '2026-11-20' }),
    ),
    page,
    check,
    approval,
  })
  return { values: values as Record<string, Values[string] | Row[]>, blocks, model }
}

/** Returns the model of an empty preview by «Uno», with the given parts. */
export const aModel = (parts: Partial<DocumentModelInput> = {}): DocumentModel =>
  buildDocumentModel({
    organisation: { name: 'Uno', id: '', city: '' },
    format: { code: 'X', name: 'Equis' },
    number: null,
    date: '2026-11-20',
    blocks: [],
    ...parts,
  })

/** Returns the document as PDF. */
export function documentOf(...words: Parameters<typeof modelOf>) {
  const made = modelOf(...words)
  return { ...made, ...renderWholePdf(made.model) }
}

/**
 * Returns the document with its text, by page and in all (`said`), without hyphens and line breaks. Fails if the fonts lack a character or `qpdf`
 * finds faults.
 */
export function printDocument(...words: Parameters<typeof modelOf>) {
  const made = documentOf(...words)
  if (made.lacking.length > 0) throw new Error(JSON.stringify(made.lacking))
  const file = join(temporaryFolder(), 'document.pdf')
  writeFileSync(file, made.text)
  execFileSync('qpdf', ['--check', file])
  const printed = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1)
  const pages = printed.map((page) => page.replace(/(?<=[a-zñáéíóúü])-\n(?=[a-zñáéíóúü])/g, '').replace(/\s+/g, ' '))
  return { ...made, pages, said: pages.join('') }
}

/** Returns the whole PDF of a model as `text`. */
export function renderWholePdf(model: DocumentModel) {
  const pdf = renderPdf(model, fontOf)
  return { ...pdf, text: pdfHeader.text + pdf.body }
}

/** Returns a logo of one colour. */
export const aLogo = (width = 60, height = 20): Logo | null => parseLogo(aPng(width, height, () => [20, 90, 60]))

/** Blue stroke on a transparent background, as the server parses it. */
const scan = createMaskedLogo(
  aSignature(),
  aPng(300, 100, () => [20, 30, 160]),
  {
    width: 300,
    height: 100,
    alpha: Uint8Array.from({ length: 30_000 }, (_, at) =>
      Math.abs((at % 300) / 3 - Math.floor(at / 300)) < 8 ? 255 : 0,
    ),
  },
)
