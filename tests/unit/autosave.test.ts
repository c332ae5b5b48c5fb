import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AutosaveState, createAutosaver } from '../../src/lib/autosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function anAutosave(save: (state: string) => Promise<void>, isPassing?: (error: unknown) => boolean) {
  const states: AutosaveState[] = []
  const saving = createAutosaver<string>({
    save,
    onStateChange: (state) => states.push(state),
    ...(isPassing && { isPassing }),
  })
  return { saving, told: states }
}

test('combines successive changes into one save of the latest state', async () => {
  const save = vi.fn(async () => {})
  const { saving, told } = anAutosave(save)
  for (const text of ['a', 'ab', 'abc']) {
    saving.change(text)
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(save).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(800)
  expect(save.mock.calls).toEqual([['abc']])
  expect(told.at(-1)).toBe('saved')
})

test('saves a change made during a save after that save ends', async () => {
  const open: (() => void)[] = []
  const save = vi.fn(() => new Promise<void>((resolve) => open.push(resolve)))
  const { saving } = anAutosave(save)
  saving.change('a')
  await vi.advanceTimersByTimeAsync(800)
  saving.change('b')
  await vi.advanceTimersByTimeAsync(800)
  expect(save).toHaveBeenCalledTimes(1)
  open[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(save.mock.calls).toEqual([['a'], ['b']])
  open[1]?.()
  await expect(saving.flush()).resolves.toBe(true)
})

test('retries a failed save', async () => {
  let works = false
  const save = vi.fn(async (_state: string) => {
    if (!works) throw new Error('offline')
  })
  const { saving, told } = anAutosave(save)
  saving.change('a')
  await vi.advanceTimersByTimeAsync(800)
  expect(told.at(-1)).toBe('failed')
  works = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(save.mock.calls).toEqual([['a'], ['a']])
  expect(told.at(-1)).toBe('saved')
})

test('does not retry a permanent error', async () => {
  const save = vi.fn(async () => {
    throw new Error('gone')
  })
  const { saving } = anAutosave(save, () => false)
  saving.change('a')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(save).toHaveBeenCalledTimes(1)
  await expect(saving.flush()).resolves.toBe(false)
})

test('flush saves immediately and returns whether everything is saved', async () => {
  const save = vi.fn(async () => {})
  const { saving } = anAutosave(save)
  saving.change('a')
  await expect(saving.flush()).resolves.toBe(true)
  expect(save).toHaveBeenCalledTimes(1)
  await expect(saving.flush()).resolves.toBe(true)
  expect(save).toHaveBeenCalledTimes(1)
})

test('saves once on leave and does not retry a failure', async () => {
  const save = vi.fn(async (_state: string) => {
    throw new Error('offline')
  })
  const { saving } = anAutosave(save)
  saving.change('a')
  await saving.leave()
  expect(save.mock.calls).toEqual([['a']])
  saving.change('b')
  await vi.advanceTimersByTimeAsync(120_000)
  await expect(saving.flush()).resolves.toBe(false)
  expect(save.mock.calls).toEqual([['a']])
})

test('stop cancels later saves and waits for the current save', async () => {
  let end = () => {}
  const save = vi.fn(() => new Promise<void>((resolve) => (end = resolve)))
  const { saving, told } = anAutosave(save)
  saving.change('a')
  await vi.advanceTimersByTimeAsync(800)
  saving.change('b')
  const ended = vi.fn()
  void saving.stop().then(ended)
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).not.toHaveBeenCalled()
  end()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(ended).toHaveBeenCalled()
  expect(save.mock.calls).toEqual([['a']])
  expect(told).not.toContain('saved')
})
