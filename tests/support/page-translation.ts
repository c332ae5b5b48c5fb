import type { Page } from 'playwright-core'

/**
 * Does to the page what a browser's page translation does: each text node is replaced by `<font><font>…</font></font>`, and later texts as they
 * come. The words stay the same, so that tests find controls by their names.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const translated = new WeakSet<Node>()
    const skipped = 'font, script, style, textarea, [translate=no], .notranslate'
    function translate(text: Node) {
      const parent = text.parentElement
      if (!text.nodeValue?.trim() || translated.has(text) || !parent || parent.closest(skipped)) return
      translated.add(text)
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.nodeValue
      outer.append(inner)
      parent.replaceChild(outer, text)
    }
    function translateAll(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      texts.forEach(translate)
    }
    translateAll(document.body)
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') translate(target)
        for (const node of addedNodes)
          if (node.nodeType === Node.TEXT_NODE) translate(node)
          else if (node.nodeType === Node.ELEMENT_NODE && node.nodeName !== 'FONT') translateAll(node)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}
