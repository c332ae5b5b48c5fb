const failedLinks = new Set<HTMLLinkElement>()

if (typeof window !== 'undefined')
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedLinks.add(target)
    },
    true,
  )

/** Loads style sheets again that failed to load, because Vite requests each only once. */
export function reloadFailedStyles() {
  for (const link of failedLinks) link.replaceWith(link.cloneNode())
  failedLinks.clear()
}
