import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { median, section, shown, times } from './measure.mjs'
import { other } from './packages.mjs'
import { makeCsv, makeXlsx } from './reading-files.mjs'

const here = import.meta.dirname
const rounds = 5

/** Each answers with rows of cells, or how many it read. @type {Record<string, (bytes: Uint8Array, ours: any) => any>} */
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
    const xlsx = await other('@e965/xlsx')
    const { Sheets, SheetNames } = xlsx.read(bytes, { type: 'array', dense: true, cellDates: false })
    return counted(xlsx.utils.sheet_to_json(Sheets[SheetNames[0]], { header: 1, raw: true, defval: '' }))
  },
  async papaparse(bytes) {
    const papa = await other('papaparse')
    return counted(papa.parse(new TextDecoder('windows-1252').decode(bytes), { skipEmptyLines: 'greedy' }).data)
  },
}

/** @param {unknown[][]} rows */
function counted(rows) {
  return { rows: rows.length, cells: rows.reduce((sum, row) => sum + row.filter((cell) => cell !== '').length, 0) }
}

/** Bundles our reading, as the browser gets it, into one file. @param {string} folder */
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

/** One process: reads a file once for the engine to warm up, once for the clock. @param {string[]} args */
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

/** How long a file takes from its bytes to all of its cells: ours, SheetJS and PapaParse, each in a process of its own, in turn. */
export async function reading() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    await bundle(folder)
    const lines = []
    for (const count of [10_000, 100_000]) {
      lines.push(...compare(folder, `xlsx, ${shown(count)} filas`, makeXlsx(count), ['ours', 'sheetjs']))
      lines.push(...compare(folder, `csv, ${shown(count)} filas`, makeCsv(count), ['ours', 'sheetjs', 'papaparse']))
    }
    section([`leer un archivo de 10 columnas (mediana de ${rounds})`, 'nuestro', 'otro', 'razón', ''], lines)
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
    ms: median((results[name] ?? []).map(({ milliseconds }) => milliseconds)),
    mebibytes: median((results[name] ?? []).map(({ mebibytes }) => mebibytes)),
  })
  const cell = (/** @type {string} */ name) => `${shown(usual(name).ms)} ms, ${shown(usual(name).mebibytes)} MiB`
  return names
    .filter((name) => name !== 'ours')
    .map((name) => [`${title}; ${name}`, cell('ours'), cell(name), times(usual(name).ms / usual('ours').ms, 2)])
}

// Run by itself, it is one of those processes.
if (process.argv[1] === import.meta.filename) await measure(process.argv.slice(2))
