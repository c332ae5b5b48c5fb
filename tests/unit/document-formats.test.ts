import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkTemplate } from '../../src/domain/document/check.ts'
import { nameable } from '../../src/domain/document/document-date.ts'
import { groupedId, idKindOf } from '../../src/domain/document/id-number.ts'
import type { Row } from '../../src/domain/field.ts'
import { printValue } from '../../src/domain/values.ts'
import { documentOf, exampleOf, leastOf } from '../support/example-documents.ts'
import { currentFormats as templates } from '../support/formats.ts'

const folder = mkdtempSync(join(tmpdir(), 'formats-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(template: (typeof templates)[number], given: Record<string, unknown>) {
  const made = documentOf(template, given)
  expect(made.lacking).toEqual([])
  const file = join(folder, `${template.code}.pdf`)
  writeFileSync(file, made.text)
  execFileSync('qpdf', ['--check', file])
  const text = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' })
  // A word parted at a line's end is one word.
  return { ...made, said: text.replace(/\xad\s+/g, '').replace(/\s+/g, ' ') }
}

describe.each(templates.map((template) => [template.code, template] as const))('%s', (_, template) => {
  const { fields, body } = template

  const said = (given: Record<string, unknown>) => written(template, given)

  test('its body can be published', () => {
    expect(checkTemplate(body, nameable(fields))).toEqual([])
  })

  test('with the examples of its fields, every text of them is in the document and nothing is missing', () => {
    const { values, blocks, said: text } = said(exampleOf(fields))
    expect(JSON.stringify(blocks)).not.toContain('"missing"')
    for (const field of fields) {
      const value = values[field.key]
      if (value === undefined || !body.includes(`{{${field.key}}}`)) continue
      const isId = field.type === 'idDocument'
      const printed = isId
        ? groupedId(String(value), idKindOf(field, String(value), undefined))
        : printValue(field, value)
      expect(text, field.key).toContain(printed.replace(/\s+/g, ' '))
    }
    for (const field of fields.filter(({ type }) => type === 'table'))
      for (const row of (values[field.key] ?? []) as Row[]) expect(text).toContain(String(Object.values(row)[0]))
  })

  test('with only what is required it is a document as well, without dangling labels', () => {
    const { said: text } = said(leastOf(fields))
    expect(text).not.toMatch(/undefined|null|NaN|\{\{|\(\s*\)|: [.,]|\*\*/)
  })
})

test.each([
  ['CC', 'C. C. 1.020.304.050 · Cali +57 300 123 4567'],
  ['OC', 'Aprobado electrónicamente por Nubia Ibáñez Rey, el 20 de noviembre de 2026 Solicita Aprueba'],
  ['CL', 'Clara Inés Rojas Directora C. C. 52.345.678 Certifica'],
])('%s says of who issues or signs it: %s', (code, expected) => {
  const template = templates.find((one) => one.code === code)
  if (!template) throw new Error(code)
  expect(written(template, exampleOf(template.fields)).said).toContain(expected)
})
