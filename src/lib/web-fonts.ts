import besley from '@fontsource-variable/besley/files/besley-latin-wght-normal.woff2?url'
import publicSans from '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2?url'

/** Storage key whose value names the files that this browser has loaded. */
const key = 'web-fonts'
const files = `${publicSans} ${besley}`

let loadedFaces: FontFace[] = []

/** Loads the web fonts and does not show them yet. `only-if-cached`: never from the network. */
export async function loadWebFonts(cache: RequestCache = 'default') {
  async function load(family: string, url: string, weight: string) {
    const response = await fetch(url, { cache, mode: 'same-origin', priority: 'low' })
    return new FontFace(family, await response.arrayBuffer(), { weight }).load()
  }
  try {
    if (loadedFaces.length > 0) return
    loadedFaces = await Promise.all([load('Public Sans', publicSans, '100 900'), load('Besley', besley, '400 900')])
    localStorage.setItem(key, files)
  } catch {
    // The fallback fonts remain without connection. If storage is disabled, each page load starts with them.
  }
}

/** Loads the web fonts from the browser's cache while a page loads, if this browser has stored them. */
export function loadStoredWebFonts() {
  try {
    if (localStorage.getItem(key) === files) void loadWebFonts('only-if-cached')
  } catch {
    // Storage may be disabled.
  }
}

/**
 * Shows the web fonts if they are loaded; otherwise the fallback fonts remain. Called only when a page is replaced, because other fonts wrap lines
 * elsewhere, which would move buttons while a user presses them.
 */
export function showLoadedWebFonts() {
  for (const face of loadedFaces) document.fonts.add(face)
}
