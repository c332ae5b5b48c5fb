/** Maximum wait in ms, for browsers that report no paint. */
const maxWaitMs = 2_000

let painted: Promise<void> | undefined

/** Resolves when the first content of the page is painted, at once if it is, so that what follows does not delay it. */
export function waitForFirstContent(): Promise<void> {
  painted ??= new Promise((resolve) => {
    setTimeout(resolve, maxWaitMs)
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    })
    observer.observe({ type: 'paint', buffered: true })
  })
  return painted
}
