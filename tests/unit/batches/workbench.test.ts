import { expect, test, vi } from 'vitest'
import { createRowEditor } from '../../../src/batches/rows/row-editor.ts'
import type { Field } from '../../../src/domain/fields/field.ts'
import type { SheetWorkerClient } from '../../../src/sheets/worker/sheet-worker-client.ts'
import { bytesOf, convertSheet } from '../../support/sheets.ts'

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text', required: true },
  { key: 'cargo', label: 'Cargo', type: 'text' },
]

/** Opens an editor with rows 2 to 5; rows 3 and 5 lack their name. */
async function aBench(settle?: () => Promise<void>) {
  const { session } = await convertSheet(fields, bytesOf('Nombre;Cargo\nAna;Jefa\n;Jefe\nEva;Jefa\n;Jefe\n'))
  const reading = new Proxy(session, {
    get: (_, name) => {
      const part = name in session ? session : session.rows
      return async (...args: unknown[]) => Reflect.get(part, name).apply(part, args)
    },
  }) as unknown as SheetWorkerClient
  const onStep = vi.fn()
  const editor = createRowEditor(reading, session.rows.getOverview(), onStep, settle)
  await editor.show('all')
  return { editor, onStep, now: editor.store.getState }
}

test('reports a step after it is applied and increments the version', async () => {
  const { editor, onStep, now } = await aBench()
  expect(now()).toMatchObject({ filter: 'all', count: 4, shown: 1, version: 0, busy: false, overview: { error: 2 } })
  const taken = editor.edit(3, 'nombre', 'Luz')
  expect(now().busy).toBe(true)
  expect(onStep).not.toHaveBeenCalled()
  await taken
  expect(onStep.mock.calls).toEqual([[{ call: 'edit', args: [3, 'nombre', 'Luz'] }]])
  expect(now()).toMatchObject({ version: 1, busy: false, overview: { error: 1, undoable: 1 } })
})

test('does not report a failed step and becomes available again', async () => {
  const { editor, onStep, now } = await aBench()
  await expect(editor.edit(99, 'nombre', 'Luz')).rejects.toThrow()
  expect(onStep).not.toHaveBeenCalled()
  expect(now()).toMatchObject({ version: 0, busy: false, overview: { error: 2, undoable: 0 } })
})

test('keeps a step and shows the error if the server rejects its list records', async () => {
  const sentence = 'La lista no existe, o no puede verla.'
  const refused = { status: 404, response: { message: sentence, data: { code: { code: 'list.notFound' } } } }
  const { editor, onStep, now } = await aBench(() => Promise.reject(Object.assign(new Error(), refused)))
  await editor.edit(3, 'nombre', 'Luz')
  expect(onStep.mock.calls).toEqual([[{ call: 'edit', args: [3, 'nombre', 'Luz'] }]])
  expect(now()).toMatchObject({ said: sentence, busy: false, overview: { error: 1, undoable: 1 } })
  await editor.undo()
  expect(now().said).toBe(`Se deshizo: 1 cambio. ${sentence}`)
})

test('announces the result of each step', async () => {
  const { editor, now } = await aBench()
  await editor.applyToEqual('nombre', 'required', '', 'Luz')
  expect(now().said).toBe('2 filas cambiaron.')
  await editor.undo()
  expect(now()).toMatchObject({ said: 'Se deshizo: 2 cambios.', overview: { error: 2, undoable: 0, redoable: 1 } })
  await editor.redo()
  expect(now().said).toBe('Se rehizo: 2 cambios.')
  await editor.discard([2])
  expect(now().said).toBe('1 fila fuera del envío.')
  await editor.discard([2], false)
  expect(now().said).toBe('1 fila de vuelta en el envío.')
  await editor.undo()
  await editor.undo()
  await editor.undo()
  await editor.discard({ key: 'nombre', code: 'required' })
  expect(now().said).toBe('2 filas fuera del envío.')
})

test('announces nothing if there is nothing to undo or redo', async () => {
  const { editor, onStep, now } = await aBench()
  await editor.undo()
  await editor.redo()
  expect(onStep).not.toHaveBeenCalled()
  expect(now()).toMatchObject({ said: '', version: 0 })
})
