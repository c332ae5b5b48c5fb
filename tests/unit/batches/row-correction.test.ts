import { beforeEach, expect, test, vi } from 'vitest'
import { openRowCorrection } from '../../../src/batches/correction/row-correction.ts'
import type { Field } from '../../../src/domain/fields/field.ts'
import { InlineWorker } from '../../support/worker.ts'

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text', required: true },
  { key: 'cargo', label: 'Cargo', type: 'text' },
]
const context = { today: '2026-11-20', country: 'CO' } as const
const inError = [3, 5, 8].map((row) => ({
  row,
  status: 'error',
  number: '',
  requestStatus: '',
  values: '{"cargo":"Jefa"}',
  wrong: '{}',
  errors: '{"nombre":"required"}',
}))

type Call = { path: string; body: { rows: ({ row: number; values: object } | number)[] } }
/** Sent calls and their responses; tests may delay them. */
let sent: Call[]
let answers: (call: Call) => Promise<Response> | Response
const accepted = () => Response.json({ valid: 1, errors: [] })

beforeEach(() => {
  vi.resetModules()
  sent = []
  answers = accepted
  vi.stubGlobal('Worker', InlineWorker)
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    const { pathname, searchParams } = new URL(address, 'http://x')
    const path = pathname.replace('/api/app/batches/lote1/', '')
    if (path === 'outcomes') return Response.json(inError.filter(({ row }) => row > Number(searchParams.get('after'))))
    const call = { path, body: JSON.parse(body ?? '{}') }
    sent.push(call)
    return answers(call)
  })
})

async function aMending() {
  const mending = await openRowCorrection('lote1', fields, context)
  const state = () => mending.saving.store.getState()
  return { ...mending, state, isSaved: () => expect.poll(() => state().state).toBe('saved') }
}
const numbersIn = ({ body }: Call) =>
  body.rows.map((row) => (typeof row === 'number' ? row : row.row)).sort((a, b) => a - b)

test('opens the rows with errors under their own numbers without sending anything', async () => {
  const { editor, columns, cut, state } = await aMending()
  expect(editor.store.getState()).toMatchObject({ filter: 'errors', count: 3, overview: { error: 3 } })
  expect((await editor.page(0, 10)).map(({ row }) => row)).toEqual([3, 5, 8])
  expect(columns.map(({ key }) => key).sort()).toEqual(['cargo', 'nombre'])
  expect([cut, sent, state()]).toEqual([false, [], { state: 'saved', message: '' }])
})

test('sends only the corrected row to the server', async () => {
  const { editor, isSaved } = await aMending()
  await editor.edit(5, 'nombre', 'Luz')
  await isSaved()
  expect(sent).toEqual([{ path: 'rows', body: { rows: [{ row: 5, values: { nombre: 'Luz', cargo: 'Jefa' } }] } }])
  expect(editor.store.getState().overview.error).toBe(2)
})

test('sends changes made during a save after that save ends', async () => {
  const { editor, isSaved } = await aMending()
  const open: (() => void)[] = []
  answers = () => new Promise((resolve) => open.push(() => resolve(accepted())))
  await editor.edit(3, 'nombre', 'Luz')
  await expect.poll(() => sent.length).toBe(1)
  await editor.edit(5, 'nombre', 'Sol')
  await editor.edit(3, 'nombre', 'Lucía')
  expect(sent).toHaveLength(1)
  answers = accepted
  open[0]?.()
  await isSaved()
  expect(sent.map(numbersIn)).toEqual([[3], [3, 5]])
  expect(sent[1]?.body.rows).toContainEqual({ row: 3, values: { nombre: 'Lucía', cargo: 'Jefa' } })
})

test('marks errors of the server in the row', async () => {
  const { editor, isSaved } = await aMending()
  answers = () => Response.json({ valid: 0, errors: [{ row: 5, errors: { nombre: 'duplicate' } }] })
  await editor.edit(5, 'nombre', 'Luz')
  await isSaved()
  expect(editor.store.getState().overview.error).toBe(3)
  const marked = (await editor.page(0, 10)).find(({ row }) => row === 5)
  expect(marked?.cells.nombre?.error).toBe('duplicate')
})

test('sends discarded rows to the discard endpoint', async () => {
  const { editor, isSaved } = await aMending()
  await editor.discard([3, 8])
  await isSaved()
  expect(sent).toEqual([{ path: 'discard', body: { rows: [3, 8] } }])
})

test('reports a failed save and sends its rows with the next step', async () => {
  const { editor, state, saving, isSaved } = await aMending()
  answers = () => Response.json({ status: 429, message: '', data: {} }, { status: 429 })
  await editor.edit(3, 'nombre', 'Luz')
  await expect.poll(() => state().state).toBe('failed')
  expect(state().message).toMatch(/\.$/)
  answers = accepted
  await editor.edit(5, 'nombre', 'Sol')
  await isSaved()
  expect(sent.map(numbersIn)).toEqual([[3], [3, 5]])
  await saving.save()
  expect(sent).toHaveLength(2)
})
