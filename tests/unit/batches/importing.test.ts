import { describe, expect, test } from 'vitest'
import { emptyImportState, type ImportState } from '../../../src/batches/intake/import-state.ts'
import {
  addRowEdit,
  createImportDraft,
  finishConversion,
  finishFileReread,
  isAbortError,
  isConversionCurrent,
  mapColumn,
  recordImportAnswers,
  resetMapping,
  restoreDraft,
  restoreSheetDecision,
  saveSheetImportSettings,
  setColumnsAnalysis,
  setFileReadError,
  setMappedSheet,
  startConversion,
  startFileRead,
} from '../../../src/batches/intake/import-transitions.ts'
import { findSheetDecision } from '../../../src/batches/intake/sheet-decisions.ts'
import type { RowEdit } from '../../../src/batches/rows/row-edit.ts'
import type { RowEditor } from '../../../src/batches/rows/row-editor.ts'
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
  ...setMappedSheet({ ...startFileRead(file), draft: 'f1', book }, sheet, sheet),
  stage: 'columns',
}
const overview = { total: 2, error: 1 }
const editor = { store: { getState: () => ({ overview }) } } as unknown as RowEditor

test('starts a new file from the empty state', () => {
  const later = { ...addRowEdit(mapColumn(opened, 0, ''), edit), batch: 'b1', made: 'x', kept: false }
  expect(later.steps).toHaveLength(1)
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
    const answeredBefore = { ...recordImportAnswers(opened, { '0:decimal': ',' }), includeHidden: true }
    const state = setMappedSheet(answeredBefore, sheet, sheet)
    expect(state.mapping).toEqual({ 0: 'nombre', 1: 'cargo' })
    expect(state).toMatchObject({ remembered: false, answers: {}, includeHidden: false, refusal: null })
  })

  test('marks a remembered mapping until it is reset', () => {
    const state = setMappedSheet(opened, swapped, sheet)
    expect(state).toMatchObject({ mapping: { 0: 'cargo', 1: 'nombre' }, remembered: true })
    expect(resetMapping(state, sheet)).toMatchObject({ mapping: { 0: 'nombre', 1: 'cargo' }, remembered: false })
  })

  test('ignores an analysis of outdated columns', () => {
    const understanding = { decisions: { 0: { decimal: ',' as const } }, questions: [] }
    expect(setColumnsAnalysis(opened, opened, understanding).understanding).toBe(understanding)
    const changed = mapColumn(opened, 0, '')
    expect(setColumnsAnalysis(changed, opened, understanding)).toBe(changed)
    const asked = recordImportAnswers(opened, {})
    expect(setColumnsAnalysis(asked, opened, understanding)).toBe(asked)
    // Validated rows do not change the questions.
    expect(setColumnsAnalysis({ ...opened, busy: true }, opened, understanding).understanding).toBe(understanding)
  })
})

describe('reread the same file', () => {
  test('keeps decisions if the number of columns is the same', () => {
    const before = {
      ...addRowEdit(mapColumn(recordImportAnswers(opened, { '0:zeros': 'no' }), 1, ''), edit),
      includeHidden: true,
    }
    const state = finishFileReread(setMappedSheet(before, sheet, sheet), book, before)
    expect(state).toMatchObject({ mapping: { 0: 'nombre' }, answers: { '0:zeros': 'no' }, includeHidden: true })
    expect(state.steps).toEqual([edit])
  })

  test('discards decisions if the number of columns differs', async () => {
    const one = await open('Nombre,Cargo\nAna,Jefa\n').then(() => session.reopen({ delimiter: '|' }))
    const narrow = session.chooseSheet({ sheet: 0 })
    const before = addRowEdit(saveSheetImportSettings(recordImportAnswers(opened, { '0:zeros': 'no' })), edit)
    const state = finishFileReread(setMappedSheet(before, narrow, narrow), one, before)
    expect(state).toMatchObject({ book: one, answers: {}, steps: [], decided: [] })
  })
})

describe('another sheet or header row', () => {
  test('keeps decisions of the first sheet position', () => {
    const decided = addRowEdit(mapColumn(opened, 1, ''), edit)
    const there = { ...setMappedSheet(saveSheetImportSettings(decided), lower, lower), steps: [] }
    expect(there).toMatchObject({ busy: true, sheet: lower, steps: [] })
    const found = findSheetDecision(there.decided, { sheet: 0, header: { index: 0, span: 1 } })
    expect(found && restoreSheetDecision(saveSheetImportSettings(there), found)).toMatchObject({
      sheet,
      mapping: { 0: 'nombre' },
      steps: [edit],
    })
  })

  test('restores the last header row of a sheet', () => {
    const there = saveSheetImportSettings(setMappedSheet(saveSheetImportSettings(opened), lower, lower))
    expect(findSheetDecision(there.decided, { sheet: 0 })?.sheet).toBe(lower)
    const back = saveSheetImportSettings({ ...there, sheet })
    expect(findSheetDecision(back.decided, { sheet: 0 })?.sheet).toBe(sheet)
    expect(back.decided).toHaveLength(2)
    expect(findSheetDecision(back.decided, { sheet: 1 })).toBeUndefined()
    expect(findSheetDecision(back.decided, { sheet: 0, header: { index: 1, span: 2 } })).toBeUndefined()
  })
})

describe('row conversion', () => {
  test('converts rows once for the same settings', () => {
    expect(isConversionCurrent(opened)).toBe(false)
    expect(startConversion({ ...opened, refusal: { name: '', sentence: '' } })).toMatchObject({
      stage: 'validating',
      refusal: null,
      progress: { done: 0, total: 0 },
    })
    const rows = finishConversion(startConversion(opened), editor)
    expect(rows).toMatchObject({ stage: 'rows', editor })
    expect(isConversionCurrent({ ...rows, stage: 'columns', busy: true, steps: [edit] })).toBe(true)
    expect(isConversionCurrent(mapColumn(rows, 1, ''))).toBe(false)
    expect(isConversionCurrent(recordImportAnswers(rows, { '0:zeros': 'no' }))).toBe(false)
    expect(isConversionCurrent({ ...rows, includeHidden: true })).toBe(false)
    expect(isConversionCurrent({ ...rows, options: { repair: true } })).toBe(false)
    expect(isConversionCurrent({ ...rows, sheet: lower })).toBe(false)
  })
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
    const state = finishConversion(
      addRowEdit(mapColumn(recordImportAnswers(opened, { '0:zeros': 'no' }), 1, ''), edit),
      editor,
    )
    expect(createImportDraft({ ...state, stage: 'sending', batch: 'b1' })).toEqual({
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

  test('restores mapping, answers and steps', () => {
    const state = addRowEdit(mapColumn(recordImportAnswers(opened, { '0:zeros': 'no' }), 1, ''), edit)
    const draft = createImportDraft(state)
    if (!draft) throw new Error('nothing is kept')
    const again = restoreDraft({ ...startFileRead(file), book }, { ...draft, owner: 'u1', format: 'CL', at: 0 }, sheet)
    expect(again).toMatchObject({ draft: 'f1', stage: 'columns', mapping: { 0: 'nombre' }, steps: [edit], batch: null })
    expect(createImportDraft(again)).toEqual(draft)
  })
})
