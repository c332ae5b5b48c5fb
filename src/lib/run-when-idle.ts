/** Delay in ms after which deferred work runs, even without user input. */
const idleMs = 4_000
const triggerEvents = ['pointerdown', 'keydown', 'needed'] as const

/**
 * Calls `work` once: 4 s after this call, at the next pointer or key press, or when `runDeferredWork` is called. Used for work that the first view does not need.
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

/** Runs all work deferred by `runWhenIdle` now. */
export const runDeferredWork = () => window.dispatchEvent(new Event('needed'))

/**
 * Calls `work` after the next frame is painted; at once in a hidden page, which is not painted. Returns a cancel
 * function.
 */
export function runAfterPaint(work: () => void): () => void {
  let timer = 0
  const schedule = () => {
    timer = window.setTimeout(work)
  }
  const frame = document.hidden ? void schedule() : requestAnimationFrame(schedule)
  return () => {
    if (frame) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
