import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createSettingsAutosave,
  InvalidSettingError,
  type SettingValue,
} from '../../../src/settings/settings-autosave.ts'
import type { SettingName } from '../../../src/settings/settings-labels.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Settings as the server stores them; `Ω` is a city that breaks the rules. */
function anAutosave() {
  const stored: Partial<Record<SettingName, SettingValue>> = { city: 'Cali', phone: '' }
  const sent: [SettingName, SettingValue][] = []
  const autosave = createSettingsAutosave({
    save: async (name, value) => {
      if (value === 'Ω') throw new InvalidSettingError('unprintable')
      if (value === stored[name]) return undefined
      sent.push([name, value])
      const before = stored[name]
      stored[name] = value
      return before
    },
    describe: (_, error) => (error instanceof Error ? error.message : ''),
  })
  return { autosave, stored, sent, state: autosave.store.getState }
}

test('only the changed setting is sent, 800 ms after the last key', async () => {
  const { autosave, sent, state } = anAutosave()
  autosave.change('city', 'P')
  await vi.advanceTimersByTimeAsync(500)
  autosave.change('city', 'Pasto')
  await vi.advanceTimersByTimeAsync(500)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(300)
  expect(sent).toEqual([['city', 'Pasto']])
  expect(state()).toMatchObject({ saved: { name: 'city', before: 'Cali' }, announcement: 'Guardado: Ciudad.' })
  expect(state().typed).toEqual({ city: 'Pasto' })
})

test('leaving a field saves it at once, and then it shows the stored value', async () => {
  const { autosave, sent, state } = anAutosave()
  autosave.change('city', 'Pasto')
  await autosave.flush('city')
  expect(sent).toEqual([['city', 'Pasto']])
  expect(state().typed).toEqual({})
  expect(autosave.hasUnsaved()).toBe(false)
})

test('an invalid value is reported on blur, stays in its input, and does not block other settings', async () => {
  const { autosave, sent, state } = anAutosave()
  autosave.change('city', 'Ω')
  autosave.change('phone', '123')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(state().errors).toEqual({})
  expect(sent).toEqual([['phone', '123']])
  await autosave.flush('city')
  expect(state()).toMatchObject({ errors: { city: 'unprintable' }, announcement: 'Ciudad: unprintable' })
  expect(state().typed).toMatchObject({ city: 'Ω' })
  expect(await autosave.flushAll()).toBe(false)
  autosave.change('city', 'Neiva')
  await autosave.flush('city')
  expect(state().errors).toEqual({})
  expect(sent.at(-1)).toEqual(['city', 'Neiva'])
  expect(await autosave.flushAll()).toBe(true)
})

test('undo saves the previous value, and offers no further undo', async () => {
  const { autosave, stored, state } = anAutosave()
  await autosave.changeNow('city', 'Pasto')
  await autosave.undo()
  expect(stored.city).toBe('Cali')
  expect(state()).toMatchObject({ saved: { isUndo: true }, announcement: 'Se deshizo el cambio: Ciudad.' })
})

test('an unchanged value is not sent', async () => {
  const { autosave, sent, state } = anAutosave()
  await autosave.changeNow('city', 'Cali')
  expect(sent).toEqual([])
  expect(state().saved).toBeNull()
})

test('a discarded value is not sent', async () => {
  const { autosave, sent, state } = anAutosave()
  autosave.change('city', 'Pasto')
  autosave.discard('city')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent).toEqual([])
  expect([state().typed, autosave.hasUnsaved()]).toEqual([{}, false])
})
