import { waitForFirstContent } from './wait-for-first-content.ts'

/** Storage key, shared with `src/index.html`, which shows the fonts before the first paint once the tab has loaded them. */
const key = 'fonts'

/**
 * Shows the web fonts after the first content of the page, because the browser would load them before its scripts and data. Their fallbacks have the
 * same metrics.
 */
export async function showWebFonts() {
  await waitForFirstContent()
  document.documentElement.dataset.fonts = 'web'
  try {
    sessionStorage.setItem(key, 'web')
  } catch {
    // Without storage, the fonts are shown after the first content of each page.
  }
}
