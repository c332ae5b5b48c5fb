import besley from '@fontsource-variable/besley/files/besley-latin-wght-normal.woff2?url'
import publicSans from '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2?url'

/** Name of the browser's cache for the files. Unlike the HTTP cache, it can be searched without a network call. */
const cacheName = 'web-fonts'
const fonts = [
  { family: 'Public Sans', url: publicSans, weight: '100 900' },
  { family: 'Besley', url: besley, weight: '400 900' },
]

let loadedFaces: FontFace[] = []

/** Loads the web fonts and does not show them yet. */
export async function loadWebFonts() {
  try {
    if (loadedFaces.length > 0) return
    const responses = await Promise.all(fonts.map(({ url }) => fetch(url, { mode: 'same-origin', priority: 'low' })))
    const copies = responses.map((response) => response.clone())
    loadedFaces = await createFaces(responses)
    // Browsers have no such cache without HTTPS; each page load then starts with the fallback fonts.
    if (!('caches' in window)) return
    await caches.delete(cacheName)
    const cache = await caches.open(cacheName)
    await Promise.all(fonts.map(({ url }, index) => cache.put(url, copies[index] as Response)))
  } catch {
    // The fallback fonts remain without connection.
  }
}

/** Loads the web fonts while a page loads, if this browser has stored them. Never uses the network. */
export async function loadStoredWebFonts() {
  try {
    if (!('caches' in window)) return
    const stored = await Promise.all(fonts.map(({ url }) => caches.match(url, { cacheName })))
    if (stored.every((response) => response !== undefined)) loadedFaces = await createFaces(stored)
  } catch {
    // Storage may be disabled.
  }
}

function createFaces(responses: readonly Response[]): Promise<FontFace[]> {
  return Promise.all(
    fonts.map(async ({ family, weight }, index) => {
      const file = await (responses[index] as Response).arrayBuffer()
      return new FontFace(family, file, { weight }).load()
    }),
  )
}

/**
 * Shows the web fonts if they are loaded. Call it only when a page is replaced: other fonts wrap lines elsewhere, which
 * would move buttons while a user presses them.
 */
export function showLoadedWebFonts() {
  for (const face of loadedFaces) document.fonts.add(face)
}
