/** Loads style sheets again that failed to load, because Vite requests each only once. */
export function reloadFailedStyles() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (!link.sheet) link.replaceWith(link.cloneNode())
}
