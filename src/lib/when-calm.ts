/** Nobody has touched anything for so long: the page is being read. */
const calm = 4_000
const signs = ['pointerdown', 'keydown', 'needed'] as const

/**
 * Calls back once the page is there and being read, at the first touch or key, or at once where `hurry` was called:
 * what nobody needs to see a page waits until then. Gives the way to stop waiting.
 */
export function whenCalm(work: () => void): () => void {
  function begin() {
    stop()
    work()
  }
  const timer = setTimeout(begin, calm)
  for (const sign of signs) window.addEventListener(sign, begin)
  function stop() {
    clearTimeout(timer)
    for (const sign of signs) window.removeEventListener(sign, begin)
  }
  return stop
}

/** Something that was put off is needed now. */
export const hurry = () => window.dispatchEvent(new Event('needed'))
