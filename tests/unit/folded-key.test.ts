import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { foldCaseAndAccents, foldCaseAndAccentsSql } from '../../src/domain/text/case-folding.ts'

describe('fold unique values', () => {
  const table: [value: string, key: string][] = [
    ['ABC-1', 'abc-1'],
    ['abc-1', 'abc-1'],
    ['ABC1', 'abc1'],
    ['Peña', 'pena'],
    ['PENA', 'pena'],
    ['ÁÉÍÓÚÜÑ', 'aeiouun'],
    ['áéíóúüñ', 'aeiouun'],
    ['AZaz09 @[`{', 'azaz09 @[`{'],
    ['C. C. 1.020.304.050', 'c. c. 1.020.304.050'],
    ["O'Brien 100%", "o'brien 100%"],
    ['Çelik João Öz', 'Çelik joão Öz'],
    ['2026-11-20', '2026-11-20'],
    ['😀 №', '😀 №'],
    ['', ''],
  ]

  test.each(table)('folds %j to %j', (value, key) => {
    expect(foldCaseAndAccents(value)).toBe(key)
  })

  test('matches the results of SQLite', () => {
    const rows = table.map(([value]) => `('${value.replaceAll("'", "''")}')`).join(', ')
    const query = `SELECT json_group_array(${foldCaseAndAccentsSql('column1')}) FROM (VALUES ${rows})`
    expect(JSON.parse(execFileSync('sqlite3', [':memory:', query]).toString())).toEqual(table.map(([, key]) => key))
  })

  test('converts numbers and keeps NULL in SQLite', () => {
    const query = `SELECT json_array(${foldCaseAndAccentsSql('12')}, ${foldCaseAndAccentsSql('NULL')})`
    expect(JSON.parse(execFileSync('sqlite3', [':memory:', query]).toString())).toEqual(['12', null])
  })
})
