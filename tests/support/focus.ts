import type { Page } from 'playwright-core'

/** Gives focus to all elements of the page in turn, and returns the texts that their outlines cover. The page does not notice. */
export async function listTextsUnderAnyFocus(page: Page): Promise<string[]> {
  // Outlines are shown after a key was pressed.
  await page.keyboard.press('Shift')
  return page.evaluate(findCoveredTexts)
}

/** Runs in the page. Texts count from their capitals to their base line. */
function findCoveredTexts(): string[] {
  interface Box {
    left: number
    top: number
    right: number
    bottom: number
  }
  const everywhere = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 }
  const meet = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const isEmpty = ({ left, top, right, bottom }: Box) => right - left < 0.5 || bottom - top < 0.5
  const isWithin = (a: Box, b: Box) => a.left >= b.left && a.top >= b.top && a.right <= b.right && a.bottom <= b.bottom
  const grow = ({ left, top, right, bottom }: Box, by: number): Box => ({
    left: left - by,
    top: top - by,
    right: right + by,
    bottom: bottom + by,
  })

  /** Returns the area in which an element shows its content; empty for visually hidden elements. */
  function getClip(element: Element | null, clips: Map<Element, Box>): Box {
    if (!element) return everywhere
    const known = clips.get(element)
    if (known) return known
    const { overflowX, clipPath } = getComputedStyle(element)
    const outer = getClip(element.parentElement, clips)
    const isCut = overflowX !== 'visible' && element !== document.body && element !== document.documentElement
    const clip =
      clipPath !== 'none'
        ? { ...outer, right: outer.left }
        : isCut
          ? meet(outer, element.getBoundingClientRect())
          : outer
    clips.set(element, clip)
    return clip
  }

  /** Returns the visible parts of a text, one per line. */
  function getLines(text: Node, clips = new Map<Element, Box>()): Box[] {
    const parent = text.parentElement
    if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
    const half = Number.parseFloat(getComputedStyle(parent).fontSize) * 0.36
    const range = document.createRange()
    range.selectNodeContents(text)
    return [...range.getClientRects()].flatMap(({ left, right, top, bottom }) => {
      const middle = (top + bottom) / 2
      const line = meet({ left, right, top: middle - half, bottom: middle + half }, getClip(parent, clips))
      return isEmpty(line) ? [] : line
    })
  }

  /** Returns the first part of a text that an outline covers. Texts in the line of a link do not count. */
  function findCovered(outlined: Element, lines: readonly Box[]): Box | undefined {
    const { display, outlineWidth, outlineOffset } = getComputedStyle(outlined)
    const isInline = display === 'inline'
    for (const box of isInline ? outlined.getClientRects() : [outlined.getBoundingClientRect()]) {
      const inner = grow(box, Number.parseFloat(outlineOffset))
      const outer = grow(inner, Number.parseFloat(outlineWidth))
      for (const line of lines) {
        const middle = (line.top + line.bottom) / 2
        if (isInline && middle > box.top && middle < box.bottom) continue
        const part = meet(outer, line)
        if (!isEmpty(part) && !isWithin(part, inner)) return part
      }
    }
    return undefined
  }

  /** Returns whether a text is shown at a point, and not behind a bar or in a bar over the outline. */
  function isShownAt(text: Node, { left, right, top, bottom }: Box, outlined: Element): boolean {
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    for (let around = shown; around && !around.contains(outlined); around = around.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(around).position)) return false
    return Boolean(shown && (text.parentElement?.contains(shown) || shown.contains(text)))
  }

  const texts: [Node, Box[]][] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const clips = new Map<Element, Box>()
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const lines = text.nodeValue?.trim() ? getLines(text, clips) : []
    if (lines.length > 0) texts.push([text, lines])
  }

  /** Returns the element with the outline, which labels and rows show for the control inside them. */
  function findOutlined(focused: Element): Element | undefined {
    const around = [focused, focused.parentElement, focused.parentElement?.parentElement]
    return around.find((element) => element && getComputedStyle(element).outlineStyle !== 'none') ?? undefined
  }

  /** Returns the texts whose lines the outline of the focused element covers, as they were before the page scrolled. */
  function listCandidates(focused: Element): Node[] {
    const outlined = findOutlined(focused)
    const own = focused.closest('label')
    // A skip link lies over the page.
    if (!outlined || getComputedStyle(focused).position === 'fixed') return []
    const others = texts.filter(([text]) => !outlined.contains(text) && !own?.contains(text))
    return others.filter(([, lines]) => findCovered(outlined, lines)).map(([text]) => text)
  }

  /** Scrolls to the focused element and lists the candidates that its outline covers visibly. */
  function listCovered(focused: Element, candidates: readonly Node[]): string[] {
    const outlined = candidates.length > 0 && findOutlined(focused)
    if (!outlined) return []
    outlined.scrollIntoView({ block: 'center' })
    const words = (text: string | null) => text?.trim().replace(/\s+/g, ' ').slice(0, 60)
    const name = focused.getAttribute('aria-label') ?? (words(focused.textContent) || focused.outerHTML.slice(0, 80))
    return candidates.flatMap((text) => {
      const part = findCovered(outlined, getLines(text))
      return part && isShownAt(text, part, outlined) ? `the outline of «${name}» covers «${words(text.nodeValue)}»` : []
    })
  }

  function listUnderAny(): string[] {
    const before = document.activeElement
    const events = ['focus', 'blur', 'focusin', 'focusout']
    const hide = (event: Event) => event.stopImmediatePropagation()
    for (const type of events) window.addEventListener(type, hide, true)
    const focusOn = (element: Element | null) => {
      if (element instanceof HTMLElement) element.focus({ preventScroll: true })
      return document.activeElement === element
    }
    const controls = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]'
    let outlines = 0
    const candidates = [...document.querySelectorAll(controls)].flatMap((element) => {
      if (!focusOn(element)) return []
      outlines += element.matches(':focus-visible') ? 1 : 0
      return [[element, listCandidates(element)] as const]
    })
    const found = candidates.flatMap(([element, covered]) =>
      covered.length > 0 && focusOn(element) ? listCovered(element, covered) : [],
    )
    if (before === document.body) (document.activeElement as HTMLElement | null)?.blur()
    else focusOn(before)
    window.scrollTo(0, 0)
    for (const type of events) window.removeEventListener(type, hide, true)
    if (outlines === 0) throw new Error('no outline is shown')
    return found
  }

  // Otherwise the styles of the focus would begin after the measurement.
  const still = new CSSStyleSheet()
  still.replaceSync('*, *::before, *::after { transition-property: none !important }')
  document.adoptedStyleSheets.push(still)
  try {
    return listUnderAny()
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
  }
}
