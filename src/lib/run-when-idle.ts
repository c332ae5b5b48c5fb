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

/** Frames after which a browser that reports no first paint is taken to have painted. */
const maxFrames = 10

/**
 * Calls `work` after the next frame, but not before the browser has shown the first content of the page; at once in a
 * hidden page, which is not painted. Returns a cancel function.
 */
export function runAfterPaint(work: () => void): () => void {
  let timer = 0
  let frame = 0
  let frames = 0
  const schedule = () => {
    timer = window.setTimeout(work)
  }
  function wait() {
    frames += 1
    const isShown = performance.getEntriesByName('first-contentful-paint').length > 0
    if (isShown || frames > maxFrames) schedule()
    else frame = requestAnimationFrame(wait)
  }
  if (document.hidden) schedule()
  else frame = requestAnimationFrame(wait)
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
