import { expect, test, vi } from 'vitest'
import { createWorkbench } from '../../../src/batches/rows/workbench.ts'
import type { Field } from '../../../src/domain/fields/field.ts'
import type { SheetWorkerClient } from '../../../src/sheets/worker/sheet-worker-client.ts'
import { bytesOf, converted } from '../../support/sheets.ts'

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text', required: true },
  { key: 'cargo', label: 'Cargo', type: 'text' },
]

/** Rows 2 to 5, of which 3 and 5 lack their name. */
async function aBench(settle?: () => Promise<void>) {
  const { session } = await converted(fields, bytesOf('Nombre;Cargo\nAna;Jefa\n;Jefe\nEva;Jefa\n;Jefe\n'))
  const reading = new Proxy(session, {
    get: (_, name) => {
      const part = name in session ? session : session.rows
      return async (...args: unknown[]) => Reflect.get(part, name).apply(part, args)
    },
  }) as unknown as SheetWorkerClient
  const onStep = vi.fn()
  const bench = createWorkbench(reading, session.rows.overview(), onStep, settle)
  await bench.show('all')
  return { bench, onStep, now: bench.store.getState }
}

test('a step is told once it was taken, and pages that were read before are stale', async () => {
  const { bench, onStep, now } = await aBench()
  expect(now()).toMatchObject({ filter: 'all', count: 4, shown: 1, version: 0, busy: false, overview: { error: 2 } })
  const taken = bench.edit(3, 'nombre', 'Luz')
  expect(now().busy).toBe(true)
  expect(onStep).not.toHaveBeenCalled()
  await taken
  expect(onStep.mock.calls).toEqual([[{ call: 'edit', args: [3, 'nombre', 'Luz'] }]])
  expect(now()).toMatchObject({ version: 1, busy: false, overview: { error: 1, undoable: 1 } })
})

test('a step that fails is not told, and the bench is free again', async () => {
  const { bench, onStep, now } = await aBench()
  await expect(bench.edit(99, 'nombre', 'Luz')).rejects.toThrow()
  expect(onStep).not.toHaveBeenCalled()
  expect(now()).toMatchObject({ version: 0, busy: false, overview: { error: 2, undoable: 0 } })
})

test('a step stays taken where the server refuses the records that the rows name, and the refusal is shown', async () => {
  const limit = { status: 429, response: { data: { code: { code: 'list.lookups' } } } }
  const { bench, onStep, now } = await aBench(() => Promise.reject(Object.assign(new Error(), limit)))
  const sentence =
    'Llegó al límite de registros que puede consultar en un día. Continúe mañana o pida ayuda a un administrador.'
  await bench.edit(3, 'nombre', 'Luz')
  expect(onStep.mock.calls).toEqual([[{ call: 'edit', args: [3, 'nombre', 'Luz'] }]])
  expect(now()).toMatchObject({ said: sentence, busy: false, overview: { error: 1, undoable: 1 } })
  await bench.undo()
  expect(now().said).toBe(`Se deshizo: 1 cambio. ${sentence}`)
})

test('rows that were mended stay in sight until others are asked for', async () => {
  const { bench, now } = await aBench()
  await bench.show('errors')
  await bench.edit(3, 'nombre', 'Luz')
  expect(now()).toMatchObject({ filter: 'errors', count: 2, shown: 2, overview: { error: 1 } })
  expect((await bench.page(0, 10)).map(({ row }) => row)).toEqual([3, 5])
  await bench.show('errors')
  expect((await bench.page(0, 10)).map(({ row }) => row)).toEqual([5])
})

test('each step says what it did', async () => {
  const { bench, now } = await aBench()
  await bench.applyToEqual('nombre', 'required', '', 'Luz')
  expect(now().said).toBe('2 filas cambiaron.')
  await bench.undo()
  expect(now()).toMatchObject({ said: 'Se deshizo: 2 cambios.', overview: { error: 2, undoable: 0, redoable: 1 } })
  await bench.redo()
  expect(now().said).toBe('Se rehizo: 2 cambios.')
  await bench.discard([2])
  expect(now().said).toBe('1 fila fuera del envío.')
  await bench.discard([2], false)
  expect(now().said).toBe('1 fila de vuelta en el envío.')
  await bench.undo()
  await bench.undo()
  await bench.undo()
  await bench.discardGroup('nombre', 'required')
  expect(now().said).toBe('2 filas fuera del envío.')
})

test('without anything to take back or to do again nothing is said or told', async () => {
  const { bench, onStep, now } = await aBench()
  await bench.undo()
  await bench.redo()
  expect(onStep).not.toHaveBeenCalled()
  expect(now()).toMatchObject({ said: '', version: 0 })
})
