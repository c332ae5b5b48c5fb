import type { Page } from 'playwright-core'
import { listTextsUnderAnyFocus } from './focus.ts'

/** Returns `findLosses` as one text, each line after the name of the size, because vitest shows equal failures once. */
export async function describeLosses(size: string, page: Page): Promise<string> {
  return [...(await findLosses(page)), ...(await listTextsUnderAnyFocus(page))]
    .map((loss) => `${size}: ${loss}\n`)
    .join('')
}

/**
 * Finds content that is lost at the current page size (WCAG 1.4.4, 1.4.10, 2.4.11), one per line: horizontal scrolling of the page,
 * text that is cut off or outside its button, and covered controls.
 */
async function findLosses(page: Page): Promise<string[]> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return page.evaluate(() => {
    const modal = document.querySelector('dialog[open]:modal') ?? document.body
    const label = (element: Element) => {
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ')
      return `${element.tagName.toLowerCase()}.${String(element.className).split(' ')[0]} «${text.slice(0, 50)}»`
    }
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 2 && height > 2 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    }
    const all = [...modal.querySelectorAll('*')].filter((element) => !element.closest('svg') && isShown(element))
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    const hasText = (element: Element) => (element as HTMLElement).innerText?.trim()

    function findSidewaysScroll() {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return []
      const widest = all.filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      return [`page is ${scrollWidth - clientWidth} px too wide: ${widest.slice(-1).map(label)}`]
    }

    /** Text behind the edge of an element that does not scroll. An ellipsis needs a title or a name with the whole text. */
    function findClippedText() {
      const clipped = all.filter((element) => {
        const style = getComputedStyle(element)
        if (style.clipPath !== 'none' || element.closest('[title]')) return false
        const wide = hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1
        // Glyph boxes are higher than tight lines; a quarter of the font size is no lost line.
        const slack = Number.parseFloat(style.fontSize) / 4
        const high = hides(style.overflowY) && element.scrollHeight > element.clientHeight + slack
        return (wide || high) && hasText(element)
      })
      return clipped.map((element) => `clipped: ${label(element)}`)
    }

    function findSpilledText() {
      const boxes = all.filter((element) => element.matches('button, a, th, td, label, legend, h1, h2, h3, p, li'))
      return boxes.flatMap((element) => {
        const range = document.createRange()
        const texts = [...element.childNodes].filter((node) => node instanceof Text && node.data.trim())
        const box = element.getBoundingClientRect()
        if (getComputedStyle(element).display === 'inline' || texts.length === 0) return []
        const isOutside = texts.some((node) => {
          range.selectNodeContents(node)
          const text = range.getBoundingClientRect()
          return text.right > box.right + 2 || text.left < box.left - 2
        })
        return isOutside ? [`text outside its box: ${label(element)}`] : []
      })
    }

    function findCoveredControls() {
      const controls = all.filter((element) =>
        element.matches('a[href], button, input:not([type=file]), select, textarea, summary, [tabindex="0"]'),
      )
      return controls.flatMap((control) => {
        if (control.matches('.visually-hidden, [aria-hidden=true] *, [inert] *, :disabled')) return []
        control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
        // A link in a text may take several lines; the middle of its box can be between them.
        const [box] = control.getClientRects()
        // Skip links are outside the window until they get focus.
        if (!box || box.bottom < 0) return []
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
        // Controls larger than the window, such as an editor, have no visible centre.
        if (box.height > innerHeight || box.width > innerWidth) return []
        const top = document.elementFromPoint(x, y)
        const isReached =
          top && (control.contains(top) || top.contains(control) || top.closest('label')?.contains(control))
        if (isReached) return []
        return [
          `covered: ${label(control)} at ${Math.round(x)},${Math.round(y)} by ${top ? label(top) : 'the edge of the window'}`,
        ]
      })
    }

    return [...findSidewaysScroll(), ...findClippedText(), ...findSpilledText(), ...findCoveredControls()]
  })
}
