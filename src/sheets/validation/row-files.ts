import { type FileLookupResult, parseFileNames } from '../../domain/attachments/file-names.ts'
import type { ColumnSource } from '../reading/column-sources.ts'
import { getCellTextAt, parseCellOfRow } from './error-groups.ts'
import type { SheetConversion } from './sheet-conversion.ts'

/** Problem of a file. For a file that no row references, `name` is the path, and `size` is set instead of `row`. */
export interface FileProblem {
  row?: number
  key?: string
  name: string
  /** Size in bytes. */
  size?: number
  /** Error code, as for cells. Empty if the file is valid but no row references it. */
  code: string
}

/** Name that several files share, and the path that the user chose for it. */
export interface AmbiguousFileName {
  name: string
  paths: readonly string[]
  chosen: string
  rows: number
}

export interface FileReport {
  given: { count: number; bytes: number }
  /** `naming`: number of rows that reference files. `complete`: number of these rows whose files are all present and valid. */
  rows: { naming: number; complete: number }
  /** Total of the uploads. A file counts once for each row that references it. */
  uses: { count: number; bytes: number }
  missing: FileProblem[]
  refused: FileProblem[]
  leftOver: FileProblem[]
  same: AmbiguousFileName[]
}

const isMissingCode = (code: string) => code === 'attachment.missing' || code === 'attachment.several'

const listFileColumns = ({ reader }: SheetConversion): ColumnSource[] =>
  reader.sources.filter(({ target }) => target.field.type === 'file')

export function createFileReport(conversion: SheetConversion): FileReport {
  const { files } = conversion.reader
  const sources = listFileColumns(conversion)
  const report: FileReport = {
    given: { count: files.files.length, bytes: files.files.reduce((sum, { size }) => sum + size, 0) },
    rows: { naming: 0, complete: 0 },
    uses: { count: 0, bytes: 0 },
    missing: [],
    refused: [],
    leftOver: [],
    same: [],
  }
  const named = new Set<string>()
  const same = new Map<string, AmbiguousFileName>()
  for (let row = 0; row < conversion.count; row++) {
    if (conversion.discarded.has(row)) continue
    const cells = sources.map((source) => ({ source, names: listReferencedFiles(conversion, row, source) }))
    if (cells.every(({ names }) => names.length === 0)) continue
    report.rows.naming++
    const errors = cells.flatMap(({ source, names }) => listFileProblems(conversion, row, source, names))
    if (errors.length === 0) report.rows.complete++
    for (const fault of errors) (isMissingCode(fault.code) ? report.missing : report.refused).push(fault)
    for (const { name, found } of cells.flatMap(({ names }) => names)) {
      if (found.among) addAmbiguousName(same, name, found)
      // Skips files without a path, because they are already on the server.
      if (found.path === undefined) continue
      named.add(found.path)
      if (!('file' in found)) continue
      report.uses.count++
      report.uses.bytes += found.file.size
    }
  }
  // Excludes files that share a name from the unused files until the user chooses one of them.
  const open = new Set([...same.values()].flatMap(({ paths, chosen }) => (chosen ? [] : paths)))
  report.leftOver = files.files
    .filter(({ path }) => !named.has(path) && !open.has(path))
    .map(({ path, size, fault = '' }) => ({ name: path, size, code: fault }))
  report.same = [...same.values()]
  return report
}

interface ReferencedFile {
  name: string
  found: FileLookupResult
}

function listReferencedFiles(conversion: SheetConversion, row: number, source: ColumnSource): ReferencedFile[] {
  const text = getCellTextAt(conversion, row, source)
  if (text === '') return []
  const find = conversion.reader.files.finder(conversion.index(row), source.target.key)
  return parseFileNames(text, (name) => 'file' in find(name)).map((name) => ({ name, found: find(name) }))
}

/** Returns an error for each file name in a cell that matches no valid file. If all names match, returns the error of the cell, if any. */
function listFileProblems(
  conversion: SheetConversion,
  row: number,
  source: ColumnSource,
  names: readonly ReferencedFile[],
): FileProblem[] {
  const { key } = source.target
  const at = { row: conversion.number(row), key }
  const errors = names.flatMap(({ name, found }) => ('error' in found ? [{ ...at, name, code: found.error }] : []))
  if (errors.length > 0 || names.length === 0) return errors
  const reading = parseCellOfRow(conversion, row, source)
  return 'error' in reading ? [{ ...at, name: names.map(({ name }) => name).join('; '), code: reading.error }] : []
}

function addAmbiguousName(all: Map<string, AmbiguousFileName>, name: string, found: FileLookupResult) {
  const id = (found.among ?? []).join('\n')
  const known = all.get(id) ?? { name, paths: found.among ?? [], chosen: found.path ?? '', rows: 0 }
  known.rows++
  all.set(id, known)
}

/** Returns the ids of the files that rows with a number greater than `after` reference. */
export function listNeededFiles(
  conversion: SheetConversion,
  after: number,
): { ids: string[]; count: number; bytes: number } {
  const sources = listFileColumns(conversion)
  const sizes = new Map(conversion.reader.files.files.map(({ id, size }) => [id, size]))
  const needed = { ids: new Set<string>(), count: 0, bytes: 0 }
  for (let row = 0; row < conversion.count; row++) {
    if (conversion.discarded.has(row) || conversion.number(row) <= after) continue
    for (const source of sources) {
      const reading = parseCellOfRow(conversion, row, source)
      const files = 'value' in reading && Array.isArray(reading.value) ? reading.value : []
      for (const file of files as { id: string }[]) {
        const size = sizes.get(file.id)
        if (size === undefined) continue
        needed.ids.add(file.id)
        needed.count++
        needed.bytes += size
      }
    }
  }
  return { ...needed, ids: [...needed.ids] }
}

/** Applies a change of the files and validates the affected rows again. Returns the positions of these rows. */
export function revalidateAfterFileChange(conversion: SheetConversion, change: () => void): number[] {
  const sources = listFileColumns(conversion)
  const describeCells = () =>
    Array.from({ length: conversion.count }, (_, row) =>
      sources
        .map((source) =>
          getCellTextAt(conversion, row, source) === '' ? '' : JSON.stringify(parseCellOfRow(conversion, row, source)),
        )
        .join(),
    )
  const before = describeCells()
  change()
  const after = describeCells()
  const rows = after.flatMap((now, row) => (now === before[row] ? [] : [row]))
  for (const row of rows) {
    conversion.clearServerErrors(row)
    conversion.refresh(row)
  }
  return rows
}
