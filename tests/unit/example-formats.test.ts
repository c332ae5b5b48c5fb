import { describe, expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { getTemplateFields } from '../../src/domain/documents/document-date.ts'
import { validateTemplate } from '../../src/domain/documents/template-check.ts'
import type { Row } from '../../src/domain/fields/field.ts'
import { defaultFormatCodes, hasExampleText } from '../../src/domain/formats/example-text.ts'
import { formatSchema } from '../../src/domain/formats/format.ts'
import { validateFormat } from '../../src/domain/formats/format-check.ts'
import { removeUnusedSettings } from '../../src/formats/editor/field-settings-text.ts'
import { exampleFormats, loadExampleFormat } from '../../src/formats/example-formats.ts'
import { exampleOf, leastOf, mostOf, printDocument } from '../support/example-documents.ts'

const examples = await Promise.all(exampleFormats.map(({ code }) => loadExampleFormat(code)))

test('ten example formats are listed by country, and load on demand', async () => {
  expect(exampleFormats.map(({ country, code }) => `${country} ${code}`)).toEqual([
    'MX CLMX',
    'MX REMX',
    'MX SPMX',
    'PE CTPE',
    'PE LSPE',
    'PE OCPE',
    'CL CACL',
    'CL FICL',
    'AR CTAR',
    'AR OCAR',
  ])
  for (const example of exampleFormats) {
    const { code, name, category, paper } = await loadExampleFormat(example.code)
    expect({ code, name, category, country: paper?.country }).toEqual(example)
  }
})

test('the first version of an example is marked as one, and none has the code of an initial format', () => {
  for (const { code } of examples) {
    expect(defaultFormatCodes).not.toContain(code)
    expect(hasExampleText({ code, version: 1 })).toBe(true)
    expect(hasExampleText({ code, version: 2 })).toBe(false)
  }
})

describe.each(examples.map((example) => [example.name, example] as const))('%s', (_, example) => {
  const { fields, body } = example
  const context = { today: '2026-11-20', country: example.paper?.country ?? '' }

  it('can be published unchanged in its country', () => {
    expect(z.safeParse(formatSchema, example).error).toBeUndefined()
    expect(validateFormat(example, context)).toEqual({})
    expect(validateTemplate(body, getTemplateFields(fields))).toEqual([])
    expect(example.description).toMatch(/^Para [^.]+\.( [^.]+\.)?$/)
    const settings = fields.flatMap((field) => [field, ...(field.columns ?? [])])
    expect(settings.map(removeUnusedSettings)).toEqual(settings)
  })

  it('prints every field', () => {
    const unprinted = fields.filter(({ key }) => !new RegExp(`\\{\\{#?${key}[|}]`).test(body))
    expect(unprinted.map(({ key }) => key)).toEqual([])
    const { values, blocks, said } = printDocument(example, exampleOf(fields))
    expect(JSON.stringify(blocks)).not.toContain('"missing"')
    for (const { key, type } of fields.filter(({ type }) => type === 'text' || type === 'table'))
      expect(said).toContain(type === 'table' ? String(Object.values((values[key] as Row[])[0] ?? {})[0]) : values[key])
  })

  it('prints no dangling labels with only the required values, and the longest values', () => {
    expect(printDocument(example, leastOf(fields)).said).not.toMatch(/undefined|null|NaN|\{\{|\(\s*\)|: [.,]|\*\*/)
    printDocument(example, mostOf(fields))
  })
})

test('amounts and identity numbers are written as in their country', () => {
  const saidBy = (code: string) => {
    const example = examples.find((one) => one.code === code)
    if (!example) throw new Error(code)
    return printDocument(example, exampleOf(example.fields, 1)).said
  }
  expect(saidBy('CLMX')).toContain('PESOS 00/100 M.N.')
  expect(saidBy('OCPE')).toContain('TRESCIENTOS CINCUENTA Y CUATRO CON 00/100 SOLES')
  expect(saidBy('FICL')).toContain('CUATROCIENTOS VEINTE MIL PESOS')
  expect(saidBy('OCAR')).toContain('137.940')
})
