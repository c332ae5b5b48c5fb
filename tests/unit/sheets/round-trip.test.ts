import { writeOds } from 'hucre/ods'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import type { Field, Values } from '../../../src/domain/fields/field.ts'
import { formatValue } from '../../../src/domain/fields/values.ts'
import { normalizeLines } from '../../../src/domain/text/text.ts'
import { buildResultWorkbook, formatResultCsv } from '../../../src/sheets/writing/result-table.ts'
import { createRandom } from '../../support/chance.ts'
import { bytesOf, convertRowsToSend } from '../../support/sheets.ts'

const fields: Field[] = [
  { key: 'nota', label: 'Nota; con, signos', type: 'longText' },
  { key: 'cedula', label: 'Cédula', type: 'idDocument', kinds: ['CC'] },
  { key: 'fecha', label: 'Fecha', type: 'date' },
  { key: 'valor', label: 'Valor', type: 'money', currency: 'COP' },
  { key: 'medida', label: 'Medida', type: 'decimal', decimals: 3 },
  { key: 'dias', label: 'Días', type: 'integer' },
  { key: 'activo', label: 'Activo', type: 'boolean' },
]
const runs = 12
/** Answers to questions about ambiguous decimals such as `1.234`: the sign with which they were written. */
const answers = { '4:decimal': ',', '3:decimal': ',', '5:decimal': ',' }

function randomOf(seed: number) {
  const next = createRandom(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const one = <T>(from: readonly T[]): T => from[below(from.length)] as T
  return { below, one, chance: (share: number) => next() < share }
}
type Random = ReturnType<typeof randomOf>

const pieces = [...'ñÁü¿"\';,\t\n|=+-@#&< x0…€“', '_x000D_', '1,5']
const wide = [...pieces, '日本', '👩‍🦰', 'Ω', '\u00a0']

function text(random: Random, from: readonly string[]): string {
  const raw = Array.from({ length: 1 + random.below(12) }, () => random.one(from)).join('')
  // Other tests cover how sheets interpret such texts.
  return normalizeLines(`a${raw}`)
}

function table(seed: number, letters: readonly string[]): Values[] {
  const random = randomOf(seed)
  const two = (n: number) => String(n).padStart(2, '0')
  return Array.from({ length: 1 + random.below(40) }, (_, i) => {
    const values: Values = {
      nota: text(random, letters),
      cedula: String(random.below(10 ** 10)).padStart(10, '0'),
      fecha: `${1950 + random.below(100)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`,
      valor: `${random.below(10 ** 9)}.${two(random.below(100))}`,
      medida: String(random.below(10 ** 7) / 1000),
      dias: random.below(100_000),
      activo: random.chance(0.5),
    }
    for (const key of Object.keys(values)) if (i > 0 && key !== 'nota' && random.chance(0.15)) delete values[key]
    return values
  })
}

const seeds = Array.from({ length: runs }, (_, i) => i * 7919 + 1)
const printed = (row: Values) =>
  fields.map((field) => (row[field.key] === undefined ? '' : formatValue(field, row[field.key] as never)))
const headers = fields.map(({ label }) => label)

async function expectSame(bytes: Uint8Array, rows: Values[], options = {}) {
  const sent = await convertRowsToSend(fields, bytes, { answers, options })
  expect(sent.map(({ values }) => values)).toEqual(rows)
}

describe('CSV round trip', () => {
  const quoted = (cell: string, always: boolean, delimiter: string) =>
    always || cell.includes(delimiter) || /["\r\n]/.test(cell) || cell !== cell.trim()
      ? `"${cell.replaceAll('"', '""')}"`
      : cell
  const written = (rows: Values[], delimiter: string, end: string, always: boolean) =>
    [headers, ...rows.map(printed)]
      .map((cells) => cells.map((cell) => quoted(cell, always, delimiter)).join(delimiter))
      .join(end)

  const kinds = [';', ',', '\t', '|'].flatMap((delimiter) =>
    ['\r\n', '\n', '\r'].map((end) => [JSON.stringify(delimiter), JSON.stringify(end), delimiter, end] as const),
  )
  test.each(kinds)('keeps values with delimiter %s and line end %s', async (_, __, delimiter, end) => {
    for (const seed of seeds.slice(0, 4)) {
      const rows = table(seed, wide)
      await expectSame(bytesOf(written(rows, delimiter, end, seed % 2 === 0)), rows)
      await expectSame(bytesOf(`\ufeffsep=${delimiter}${end}${written(rows, delimiter, end, true)}${end}`), rows)
    }
  })

  test('keeps values in Windows-1252 and in UTF-16', async () => {
    const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
    for (const seed of seeds) {
      const rows = table(seed, pieces)
      const csv = written(rows, ';', '\r\n', false)
      const single = Uint8Array.from(csv, (letter) =>
        windows.includes(letter) ? 0x80 + windows.indexOf(letter) : letter.charCodeAt(0),
      )
      await expectSame(single, rows)
      await expectSame(new Uint8Array(Buffer.from(`\ufeff${csv}`, 'utf16le')), rows)
    }
  })

  test('keeps values of exported files', async () => {
    for (const seed of seeds) {
      const rows = table(seed, wide)
      await expectSame(bytesOf(formatResultCsv({ headers, rows: rows.map(printed) })), rows)
    }
  })
})

/** Returns typed cells as other programs write them. */
const typed = (row: Values) =>
  fields.map(({ key, type }) => {
    const value = row[key]
    if (value === undefined) return null
    if (type === 'date') return new Date(`${value}T00:00:00Z`)
    return type === 'money' || type === 'decimal' ? Number(value) : (value as string | number | boolean)
  })

describe('workbook round trip', () => {
  test('keeps values of xlsx files by another writer', async () => {
    for (const seed of seeds) {
      // LibreOffice does not escape texts that look like Excel's escapes.
      const rows = table(
        seed,
        wide.filter((piece) => piece !== '_x000D_'),
      )
      for (const stringMode of ['shared', 'inline'] as const)
        await expectSame(
          await writeXlsx({ sheets: [{ name: 'a', rows: [headers, ...rows.map(typed)] }], stringMode }),
          rows,
        )
    }
  })

  test('keeps values of ods files by another writer', async () => {
    for (const seed of seeds) {
      const rows = table(seed, wide)
      await expectSame(await writeOds({ sheets: [{ name: 'a', rows: [headers, ...rows.map(typed)] }] }), rows)
    }
  })

  test('keeps values of exported workbooks', async () => {
    for (const seed of seeds) {
      const rows = table(seed, wide)
      await expectSame(await buildResultWorkbook('a', { headers, rows: rows.map(printed) }), rows)
    }
  })
})
