import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWorkbook } from '../../../src/sheets/files/read-workbook.ts'
import { fixture, textsOf } from '../../support/sheets.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')
const hasOffice = spawnSync('soffice', ['--version']).status === 0

test.skipIf(!hasOffice)('LibreOffice creates the stored fixtures', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recipe-'))
  try {
    execFileSync(process.execPath, [join(fixtures, 'make.mjs'), folder])
    const names = readdirSync(folder)
    expect(names.sort()).toEqual(readdirSync(join(fixtures, 'sheets')).sort())
    for (const name of names.filter((name) => !name.endsWith('.xls'))) {
      const made = await readWorkbook(new Uint8Array(readFileSync(join(folder, name))), name)
      const storedFile = await readWorkbook(fixture(name), name)
      expect(made.sheets.map(textsOf), name).toEqual(storedFile.sheets.map(textsOf))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
