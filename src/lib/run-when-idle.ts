/** Delay in ms after which deferred work runs. */
const idleMs = 4_000

/**
 * Calls `work` once: 4 s after this call, or when `runDeferredWork` is called. Used for work that the first view does not need. A press does not start it,
 * because the part that the press opens needs the connection and the processor. Returns a cancel function.
 */
export function runWhenIdle(work: () => void): () => void {
  function begin() {
    stop()
    work()
  }
  const timer = setTimeout(begin, idleMs)
  window.addEventListener('needed', begin)
  function stop() {
    clearTimeout(timer)
    window.removeEventListener('needed', begin)
  }
  return stop
}

/** Loads a module before its first use, unless the browser's data saver is on. Ignores a failed load, because the first use loads the module again. */
export function preload(load: () => Promise<unknown>) {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (!connection?.saveData) load().catch(() => undefined)
}

/** Returns the props of a control that preload a module when the pointer enters the control or the control gets the focus. */
export function preloadOnApproach(load: () => Promise<unknown>) {
  const begin = () => preload(load)
  return { onPointerEnter: begin, onFocus: begin }
}

/** Preloads a module when the page is idle. Returns a cancel function. */
export const preloadWhenIdle = (load: () => Promise<unknown>) => runWhenIdle(() => preload(load))

/** Runs all work deferred by `runWhenIdle` now. */
export const runDeferredWork = () => window.dispatchEvent(new Event('needed'))

/** Frames after which a browser that reports no first paint is taken to have painted. */
const maxFrames = 10

/**
 * Calls `work` after the next frame, but not before the browser has shown the first content of the page; immediately in a
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
