import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { formatNumber, formatRatio, getMedian, reportTable } from './measure.mjs'
import { importBenchPackage } from './packages.mjs'
import { createCsv, createXlsx } from './reading-files.mjs'

const here = import.meta.dirname
const rounds = 5

/** Readers by name; each returns the number of rows and cells. @type {Record<string, (bytes: Uint8Array, ours: any) => any>} */
const readers = {
  async ours(bytes, { readWorkbook, getCell }) {
    const { sheets } = await readWorkbook(bytes, 'x')
    const [sheet] = sheets
    let cells = 0
    for (let row = 0; row < sheet.count; row++)
      for (let column = 0; column < sheet.width; column++) if (getCell(sheet, row, column).kind !== 'empty') cells++
    return { rows: sheet.count, cells }
  },
  async sheetjs(bytes) {
    const xlsx = await importBenchPackage('@e965/xlsx')
    const { Sheets, SheetNames } = xlsx.read(bytes, { type: 'array', dense: true, cellDates: false })
    return countCells(xlsx.utils.sheet_to_json(Sheets[SheetNames[0]], { header: 1, raw: true, defval: '' }))
  },
  async papaparse(bytes) {
    const papa = await importBenchPackage('papaparse')
    return countCells(papa.parse(new TextDecoder('windows-1252').decode(bytes), { skipEmptyLines: 'greedy' }).data)
  },
}

/** @param {unknown[][]} rows */
function countCells(rows) {
  return { rows: rows.length, cells: rows.reduce((sum, row) => sum + row.filter((cell) => cell !== '').length, 0) }
}

/** Bundles the product's reader for the browser into one file. @param {string} folder */
async function bundle(folder) {
  const { build } = await import('vite')
  const entry = join(folder, 'entry.ts')
  const source = join(here, '../src/sheets/files')
  writeFileSync(
    entry,
    `export { readWorkbook } from '${source}/read-workbook.ts'\nexport { getCell } from '${source}/sheet.ts'\n`,
  )
  await build({
    configFile: false,
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: false, target: 'es2022', lib: { entry, formats: ['es'], fileName: 'ours' } },
  })
}

/** Runs in a separate process: reads a file once to warm up and once to measure. @param {string[]} args */
async function measure([reader = '', file = '', ours = '']) {
  const read = readers[reader]
  if (!read) throw new Error(`no such reader: ${reader}`)
  const bytes = new Uint8Array(readFileSync(file))
  const own = reader === 'ours' ? await import(pathToFileURL(ours).href) : null
  await read(bytes, own)
  const started = performance.now()
  const { rows, cells } = await read(bytes, own)
  const milliseconds = performance.now() - started
  console.log(JSON.stringify({ milliseconds, rows, cells, mebibytes: process.resourceUsage().maxRSS / 1024 }))
}

/** Measures how long the product's reader, SheetJS and PapaParse take from bytes to cells, each in a separate process. */
export async function measureReading() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    await bundle(folder)
    const lines = []
    for (const count of [10_000, 100_000]) {
      lines.push(...compare(folder, `xlsx, ${formatNumber(count)} filas`, createXlsx(count), ['ours', 'sheetjs']))
      lines.push(
        ...compare(folder, `csv, ${formatNumber(count)} filas`, createCsv(count), ['ours', 'sheetjs', 'papaparse']),
      )
    }
    reportTable([`leer un archivo de 10 columnas (mediana de ${rounds})`, 'nuestro', 'otro', 'razón', ''], lines)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {string} folder @param {string} title @param {Uint8Array} bytes @param {string[]} names */
function compare(folder, title, bytes, names) {
  const file = join(folder, 'file')
  writeFileSync(file, bytes)
  /** @type {Record<string, { milliseconds: number, cells: number, mebibytes: number }[]>} */
  const results = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const name of names) {
      const args = [import.meta.filename, name, file, join(folder, 'ours.js')]
      results[name]?.push(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })))
    }
  const usual = (/** @type {string} */ name) => ({
    ms: getMedian((results[name] ?? []).map(({ milliseconds }) => milliseconds)),
    mebibytes: getMedian((results[name] ?? []).map(({ mebibytes }) => mebibytes)),
  })
  const cell = (/** @type {string} */ name) =>
    `${formatNumber(usual(name).ms)} ms, ${formatNumber(usual(name).mebibytes)} MiB`
  return names
    .filter((name) => name !== 'ours')
    .map((name) => [`${title}; ${name}`, cell('ours'), cell(name), formatRatio(usual(name).ms / usual('ours').ms, 2)])
}

// If run directly, this file is one of the measuring processes.
if (process.argv[1] === import.meta.filename) await measure(process.argv.slice(2))
