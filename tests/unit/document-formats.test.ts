import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkTemplate } from '../../src/domain/document/check.ts'
import { documentModel } from '../../src/domain/document/document.ts'
import { toPdf } from '../../src/domain/document/pdf/pdf.ts'
import { render } from '../../src/domain/document/render.ts'
import type { Column, Field, Row, Values } from '../../src/domain/field.ts'
import { templates } from '../../src/domain/seed/templates.ts'
import { checkValues, computeValues, printValue, readValue } from '../../src/domain/values.ts'

const folder = mkdtempSync(join(tmpdir(), 'formats-'))
afterAll(() => rmSync(folder, { recursive: true }))
const context = { today: '2026-11-21', country: 'CO' }

function exampleOf(field: Field | Column): unknown {
  if ('columns' in field && field.columns) return [rowOf(field.columns), rowOf(field.columns)]
  const reading = readValue(field, field.example ?? '', context)
  if ('error' in reading) throw new Error(`${field.key}: ${reading.error}`)
  return reading.value ?? undefined
}

function rowOf(fields: readonly (Field | Column)[]): Record<string, unknown> {
  const pairs = fields.filter(({ type }) => type !== 'computed').map((field) => [field.key, exampleOf(field)] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

describe.each(templates.map((template) => [template.code, template] as const))('%s', (code, template) => {
  const { name, fields, body } = template

  function documentOf(given: Record<string, unknown>) {
    const { values: checked, errors } = checkValues(fields, given, context)
    expect(errors).toEqual({})
    const values: Values = { ...checked, ...computeValues(fields, checked) }
    const blocks = render(body, fields, values)
    const organisation = { name: 'Cooperativa Ñandú', id: 'NIT 900.123.456-8', city: 'Bogotá D. C.' }
    const model = documentModel({
      organisation,
      format: { code, name },
      number: `${code}-2026-000001`,
      date: '2026-11-20',
      blocks,
    })
    const { text, lacking } = toPdf(model)
    expect(lacking).toEqual([])
    const file = join(folder, `${code}.pdf`)
    writeFileSync(file, text)
    execFileSync('qpdf', ['--check', file])
    const said = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }).replace(/\s+/g, ' ')
    return { values, blocks, said }
  }

  test('its body can be published', () => {
    expect(checkTemplate(body, fields)).toEqual([])
  })

  test('with the examples of its fields, every text of them is in the document and nothing is missing', () => {
    const { values, blocks, said } = documentOf(rowOf(fields))
    expect(JSON.stringify(blocks)).not.toContain('"missing"')
    for (const field of fields) {
      const value = values[field.key]
      if (value === undefined || !body.includes(`{{${field.key}}}`)) continue
      expect(said, field.key).toContain(printValue(field, value).replace(/\s+/g, ' '))
    }
    for (const field of fields.filter(({ type }) => type === 'table'))
      for (const row of (values[field.key] ?? []) as Row[]) expect(said).toContain(String(Object.values(row)[0]))
  })

  test('with only what is required it is a document as well, without dangling labels', () => {
    const all = rowOf(fields)
    const needed = fields.filter(({ required, requiredIf }) => required || requiredIf).map(({ key }) => [key, all[key]])
    const { said } = documentOf(Object.fromEntries(needed))
    expect(said).not.toMatch(/undefined|null|NaN|\{\{|\(\s*\)|: [.,]|\*\*/)
  })
})
