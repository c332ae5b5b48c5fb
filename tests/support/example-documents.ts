import { deflateSync } from 'node:zlib'
import { documentModel } from '../../src/domain/document/document.ts'
import { type Logo, readLogo } from '../../src/domain/document/logo.ts'
import { toPdf } from '../../src/domain/document/pdf/pdf.ts'
import { render } from '../../src/domain/document/render.ts'
import type { Column, Field, Row, Values } from '../../src/domain/field.ts'
import { notationOf } from '../../src/domain/notation.ts'
import { defaultPage } from '../../src/domain/page.ts'
import { checkValues, computeValues, readValue } from '../../src/domain/values.ts'
import { fontOf } from './fonts.ts'

const context = { today: '2026-11-21', country: 'CO' }

export interface Template {
  code: string
  name: string
  fields: Field[]
  body: string
}

/** The example of each field, and of a table so many rows. */
export function exampleOf(fields: readonly (Field | Column)[], rows = 2): Record<string, unknown> {
  const pairs = fields
    .filter(({ type }) => type !== 'computed')
    .map((field) => [field.key, filled(field, rows)] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

function filled(field: Field | Column, rows: number): unknown {
  if ('columns' in field && field.columns) return Array.from({ length: rows }, () => exampleOf(field.columns ?? []))
  const reading = readValue(field, field.example ?? '', context)
  if ('error' in reading) throw new Error(`${field.key}: ${reading.error}`)
  return reading.value ?? undefined
}

/** Only what has to be there. */
export function leastOf(fields: readonly Field[]): Record<string, unknown> {
  const all = exampleOf(fields)
  return Object.fromEntries(
    fields.filter(({ required, requiredIf }) => required || requiredIf).map(({ key }) => [key, all[key]]),
  )
}

/** Texts as long as they may be, and many rows. */
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

const approval = { by: 'Nubia Ibáñez Rey', at: '2026-11-20T13:05', version: 3 }
const check = { code: '7K3M-9QXW-2TBD', site: 'https://formatos.ejemplo.co' }

/** The model of a document of these values, which have to be right. */
export function modelOf(
  { code, name, fields, body }: Template,
  given: Record<string, unknown>,
  logo: Logo | null = null,
  page = defaultPage,
) {
  const { values: checked, errors } = checkValues(fields, given, context)
  if (Object.keys(errors).length) throw new Error(JSON.stringify(errors))
  const values: Values = { ...checked, ...computeValues(fields, checked) }
  const organisation = { name: 'Cooperativa Ñandú', id: 'NIT 900.123.456-8', city: 'Bogotá D. C.', logo }
  const blocks = render(body, fields, values, organisation.name, notationOf(page.country))
  const number = `${code}-2026-000001`
  const parts = { organisation, format: { code, name }, number, date: '2026-11-20', blocks }
  const model = documentModel({ ...parts, page, check, approval })
  return { values: values as Record<string, Values[string] | Row[]>, blocks, model }
}

/** The same as a PDF. */
export function documentOf(...words: Parameters<typeof modelOf>) {
  const made = modelOf(...words)
  return { ...made, ...toPdf(made.model, fontOf) }
}

/** A picture of one colour. */
export function aLogo(width = 60, height = 20): Logo | null {
  const chunk = (kind: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length)
    head.write(kind, 4, 'latin1')
    return Buffer.concat([head, data, Buffer.alloc(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, Buffer.from([20, 90, 60]))])
  const data = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return readLogo(Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]))
}
