/** Time in ms without user input after which the page counts as idle. */
const idleMs = 4_000
const triggerEvents = ['pointerdown', 'keydown', 'needed'] as const

/**
 * Calls `work` once: after 4 s without input, at the first press or key, or when `runDeferredWork` is called. Defers work that the first view does not need.
 * Returns a cancel function.
 */
export function runWhenIdle(work: () => void): () => void {
  function begin() {
    stop()
    work()
  }
  const timer = setTimeout(begin, idleMs)
  for (const sign of triggerEvents) window.addEventListener(sign, begin)
  function stop() {
    clearTimeout(timer)
    for (const sign of triggerEvents) window.removeEventListener(sign, begin)
  }
  return stop
}

/** Runs the deferred work now. */
export const runDeferredWork = () => window.dispatchEvent(new Event('needed'))
