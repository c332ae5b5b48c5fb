export type AutosaveState = 'idle' | 'waiting' | 'saving' | 'saved' | 'failed'

export interface Autosave<T> {
  /** Sets the state to save. It is saved after `delay` ms without a further change. */
  change(state: T): void
  /** Saves pending changes now; resolves to whether everything is saved. */
  flush(): Promise<boolean>
  /** Attempts to save pending changes once, then stops saving. */
  leave(): Promise<void>
  /** Stops saving; resolves when the current save has ended. */
  stop(): Promise<void>
}

interface Options<T> {
  save: (state: T) => Promise<void>
  onStateChange: (state: AutosaveState, error?: unknown) => void
  /** Time without changes before a save, in ms. */
  delay?: number
  /** Returns whether an error is temporary. Only temporary errors are retried. */
  isPassing?: (error: unknown) => boolean
}

const minRetryMs = 2_000
const maxRetryMs = 30_000

/** Saves the newest state, one save at a time. Retries after temporary errors, with 2 to 30 s between attempts. */
export function createAutosaver<T>({
  save,
  onStateChange,
  delay = 800,
  isPassing = () => true,
}: Options<T>): Autosave<T> {
  let waiting: { state: T } | null = null
  let running: Promise<boolean> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let stopped = false

  function later(milliseconds: number) {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void flush(), milliseconds)
  }

  async function work(): Promise<boolean> {
    while (waiting && !stopped) {
      const current = waiting
      waiting = null
      onStateChange('saving')
      try {
        await save(current.state)
        failures = 0
      } catch (error) {
        waiting ??= current
        failures++
        onStateChange('failed', error)
        if (isPassing(error)) later(Math.min(minRetryMs * 2 ** (failures - 1), maxRetryMs))
        return false
      }
    }
    if (!stopped) onStateChange('saved')
    return !stopped
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    while (running) await running
    if (!waiting) return failures === 0
    running = work().finally(() => {
      running = null
    })
    return running
  }

  async function stop() {
    stopped = true
    clearTimeout(timer)
    await running
  }

  return {
    change(state) {
      if (stopped) return
      waiting = { state }
      if (failures === 0) onStateChange('waiting')
      later(delay)
    },
    flush,
    async leave() {
      await flush()
      await stop()
    },
    stop,
  }
}
