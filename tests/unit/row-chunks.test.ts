import { expect, it } from 'vitest'
import { splitRowsIntoChunks } from '../../src/batches/sending/row-chunks.ts'

const row = (number: number, letters: number, letter = 'x') => ({
  row: number,
  values: { cargo: letter.repeat(letters) },
})
const bytes = (rows: unknown) => Buffer.byteLength(JSON.stringify({ rows }))

it('sends 500 rows in a call, and makes no call without rows', () => {
  const rows = Array.from({ length: 1001 }, (_, index) => row(index, 100))
  expect(splitRowsIntoChunks(rows)).toEqual([rows.slice(0, 500), rows.slice(500, 1000), rows.slice(1000)])
  expect(splitRowsIntoChunks([])).toEqual([])
})

it('splits wide rows into ordered chunks below the body limit of the server', () => {
  const rows = Array.from({ length: 1000 }, (_, index) => row(index, 8_000, '€'))
  const portions = splitRowsIntoChunks(rows)
  expect(portions.length).toBeGreaterThan(5)
  expect(portions.flat()).toEqual(rows)
  for (const portion of portions) expect(bytes(portion)).toBeLessThan(2_097_152)
})

it('replaces an oversized row with a placeholder that the server rejects', () => {
  const portions = splitRowsIntoChunks([row(2, 10), row(3, 5_000_000), row(4, 10)])
  expect(portions.flat().map((sent) => sent.row)).toEqual([2, 3, 4])
  expect(bytes(portions.flat()[1])).toBeGreaterThan(65_536)
  for (const portion of portions) expect(bytes(portion)).toBeLessThan(2_097_152)
})
