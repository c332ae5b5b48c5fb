import { describe, expect, test } from 'vitest'
import {
  createImportDraft,
  emptyImportState,
  findSheetDecision,
  finishFileReread,
  getMappedSheet,
  getSheetPosition,
  type ImportState,
  isAbortError,
  mapColumn,
  saveSheetImportSettings,
  serializeConversionInputs,
  setFileReadError,
  startFileRead,
} from '../../../src/batches/intake/import-state.ts'
import type { RowEdit, RowEditor } from '../../../src/batches/rows/row-editor.ts'
import type { Field } from '../../../src/domain/fields/field.ts'
import { FileReadError } from '../../../src/sheets/files/file-read-error.ts'
import { SheetSession } from '../../../src/sheets/worker/sheet-session.ts'
import { bytesOf, context } from '../../support/sheets.ts'

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text' },
  { key: 'cargo', label: 'Cargo', type: 'text' },
]
const session = new SheetSession(fields, context)
const open = (text: string) => session.open(bytesOf(text), 'nómina.csv')

const file = new File(['Nombre;Cargo\nAna;Jefa\n'], 'nómina.csv')
const book = await open('Nombre;Cargo\nAna;Jefa\nLuz;Jefa\n')
const sheet = session.chooseSheet({ sheet: 0 })
const lower = session.chooseSheet({ sheet: 0, header: { index: 1, span: 1 } })
const [name, post] = sheet.columns.map(({ folded }) => folded)
const swapped = session.chooseSheet({ sheet: 0, remembered: { [name ?? '']: 'cargo', [post ?? '']: 'nombre' } })
const edit: RowEdit = { call: 'edit', args: [2, 'cargo', 'Gerente'] }

const opened: ImportState = {
  ...startFileRead(file),
  ...{ draft: 'f1', book },
  ...getMappedSheet(sheet, sheet),
  stage: 'columns',
}
const overview = { total: 2, error: 1 }
const editor = { store: { getState: () => ({ overview }) } } as unknown as RowEditor
/** State after the user unmapped the second column, answered a question and corrected a cell. */
const decided: ImportState = {
  ...opened,
  mapping: mapColumn(opened, 1, ''),
  answers: { '0:zeros': 'no' },
  steps: [edit],
}

test('starts a new file from the empty state', () => {
  expect(startFileRead(file, { delimiter: ';' })).toEqual({
    ...emptyImportState,
    stage: 'reading',
    file,
    options: { delimiter: ';' },
    progress: { done: 0, total: 22 },
  })
})

describe('column mapping', () => {
  test('maps columns by name and discards earlier answers', () => {
    expect(getMappedSheet(sheet, sheet)).toEqual({
      sheet,
      mapping: { 0: 'nombre', 1: 'cargo' },
      remembered: false,
      answers: {},
      includeHidden: false,
      refusal: null,
    })
  })

  test('marks a remembered mapping', () => {
    expect(getMappedSheet(swapped, sheet)).toMatchObject({ mapping: { 0: 'cargo', 1: 'nombre' }, remembered: true })
  })

  test('maps a column to another field or to none', () => {
    expect(mapColumn(opened, 1, 'nombre')).toEqual({ 0: 'nombre', 1: 'nombre' })
    expect(mapColumn(opened, 1, '')).toEqual({ 0: 'nombre' })
    expect(opened.mapping).toEqual({ 0: 'nombre', 1: 'cargo' })
  })
})

describe('reread the same file', () => {
  test('keeps decisions if the number of columns is the same', () => {
    const before = { ...decided, includeHidden: true }
    const state = finishFileReread({ sheet }, book, before)
    expect(state).toEqual({
      book,
      decided: [],
      mapping: { 0: 'nombre' },
      answers: { '0:zeros': 'no' },
      includeHidden: true,
    })
  })

  test('discards decisions if the number of columns differs', async () => {
    const one = await open('Nombre,Cargo\nAna,Jefa\n').then(() => session.reopen({ delimiter: '|' }))
    const narrow = session.chooseSheet({ sheet: 0 })
    expect(finishFileReread({ sheet: narrow }, one, decided)).toEqual({ book: one, decided: [], steps: [] })
  })
})

describe('another sheet or header row', () => {
  test('keeps decisions of the first sheet position', () => {
    const all = saveSheetImportSettings(decided)
    expect(findSheetDecision(all, { sheet: 0, header: { index: 0, span: 1 } })).toEqual({
      sheet,
      mapping: { 0: 'nombre' },
      answers: { '0:zeros': 'no' },
      includeHidden: false,
      remembered: false,
      steps: [edit],
    })
  })

  test('restores the last header row of a sheet', () => {
    const first = { ...opened, decided: saveSheetImportSettings(opened) }
    const there = { ...first, sheet: lower, decided: saveSheetImportSettings({ ...first, sheet: lower }) }
    expect(findSheetDecision(there.decided, { sheet: 0 })?.sheet).toBe(lower)
    const back = saveSheetImportSettings({ ...there, sheet })
    expect(findSheetDecision(back, { sheet: 0 })?.sheet).toBe(sheet)
    expect(back).toHaveLength(2)
    expect(findSheetDecision(back, { sheet: 1 })).toBeUndefined()
    expect(findSheetDecision(back, { sheet: 0, header: { index: 1, span: 2 } })).toBeUndefined()
  })

  test('saves no decision before a sheet is matched', () => {
    expect(saveSheetImportSettings({ ...opened, sheet: null })).toEqual([])
    expect(getSheetPosition({ sheet: null })).toEqual({ sheet: 0 })
  })
})

test('the settings that determine the rows exclude the corrections', () => {
  const made = serializeConversionInputs(opened)
  expect(serializeConversionInputs({ ...opened, stage: 'rows', busy: true, steps: [edit] })).toBe(made)
  const changes: Partial<ImportState>[] = [
    { mapping: { 0: 'nombre' } },
    { answers: { '0:zeros': 'no' } },
    { includeHidden: true },
    { options: { repair: true } },
    { sheet: lower },
    { fills: { cargo: 'Jefa' } },
    { joins: { cargo: true } },
  ]
  for (const change of changes) expect(serializeConversionInputs({ ...opened, ...change })).not.toBe(made)
})

describe('read error', () => {
  test('shows the message of the error at the stage where it can be solved', () => {
    const state = setFileReadError({ ...opened, busy: true }, new FileReadError('file.headersOnly'), 'columns')
    expect(state).toMatchObject({ stage: 'columns', busy: false })
    expect(state.refusal).toEqual({
      name: 'nómina.csv',
      sentence: 'La hoja solo tiene los encabezados. Escriba los datos debajo y vuelva a intentarlo.',
    })
    expect(setFileReadError(opened, new FileReadError('file.noRows'), 'columns', 'Hoja 2').refusal?.name).toBe('Hoja 2')
    expect(setFileReadError(opened, new TypeError('x is undefined'), 'file').refusal?.sentence).toBe(
      'Algo salió mal. Inténtelo de nuevo.',
    )
  })

  test('ignores an aborted read', () => {
    const left = new DOMException('', 'AbortError')
    expect(isAbortError(left)).toBe(true)
    expect(setFileReadError(emptyImportState, left, 'columns')).toBe(emptyImportState)
    expect(isAbortError(new DOMException('', 'QuotaExceededError'))).toBe(false)
  })
})

describe('import draft', () => {
  test('contains everything needed to resume the import', () => {
    expect(createImportDraft({ ...decided, stage: 'sending', editor, batch: 'b1' })).toEqual({
      id: 'f1',
      file,
      fileName: 'nómina.csv',
      options: {},
      choice: { sheet: 0, header: { index: 0, span: 1 } },
      mapping: { 0: 'nombre' },
      answers: { '0:zeros': 'no' },
      includeHidden: false,
      fills: {},
      joins: {},
      steps: [edit],
      atRows: true,
      counts: { total: 2, error: 1 },
      batch: 'b1',
      sent: false,
    })
    expect(createImportDraft(opened)).toMatchObject({ atRows: false, counts: null, batch: null })
  })
})
