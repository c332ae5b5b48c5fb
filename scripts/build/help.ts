import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import { readImageSize } from '../../src/domain/documents/image-size.ts'
import type { HelpOutline, HelpSection } from '../../src/help/pages.ts'

/**
 * Turns the Markdown of the help into modules, so that browsers need no parser:
 * - `page.md`: `html` of the page without its title
 * - `page.md?outline`: its title and section titles
 * - `page.md?sections`: the plain text of each section, for the search
 */
export function helpPagesPlugin(): Plugin {
  return {
    name: 'help-pages',
    enforce: 'pre',
    load(id) {
      const [, file, query] = /^(.*\/docs\/ayuda\/[^?]*\.md)(?:\?(outline|sections))?$/.exec(id) ?? []
      if (!file) return null
      this.addWatchFile(file)
      const markdown = readFileSync(file, 'utf8')
      if (query === 'outline')
        return { code: `export default ${JSON.stringify(parseHelpOutline(markdown))}`, moduleType: 'js' }
      if (query === 'sections')
        return { code: `export default ${JSON.stringify(parseHelpSections(markdown))}`, moduleType: 'js' }
      return { code: buildPageModule(file, markdown), moduleType: 'js' }
    },
  }
}

/** Returns the anchor of a heading as forges name it: «Pasos de aprobación» → `pasos-de-aprobación`. */
function createAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
}

export function parseHelpOutline(markdown: string): HelpOutline {
  const [title, ...sections] = listHeadings(markdown)
  return { title: title?.text ?? '', sections: sections.map(({ text }) => ({ id: createAnchor(text), title: text })) }
}

/** Returns the text of a page by section, without markup. The first section has the page's title and an empty id. */
export function parseHelpSections(markdown: string): HelpSection[] {
  const tokens = new Marked().lexer(markdown)
  const sections: HelpSection[] = []
  for (const token of tokens) {
    if (token.type === 'heading')
      sections.push({ id: sections.length ? createAnchor(token.text) : '', title: token.text, text: '' })
    else {
      const last = sections.at(-1)
      if (last) last.text = `${last.text} ${removeMarkdown(token.raw)}`.trim()
    }
  }
  return sections
}

/** Removes Markdown from a text: pictures, link targets, table rules and marks of emphasis. */
function removeMarkdown(markdown: string): string {
  return markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[|\s:-]+$/gm, '')
    .replace(/[*`]/g, '')
    .replace(/\||^\s*(?:-|\d+\.)\s/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function listHeadings(markdown: string) {
  return new Marked().lexer(markdown).filter((token): token is Tokens.Heading => token.type === 'heading')
}

/** Returns the source of a page's module. Its pictures are imported, so that their files get a content hash. */
function buildPageModule(file: string, markdown: string): string {
  const pictures: string[] = []
  const marked = new Marked({
    renderer: {
      heading({ text, depth, tokens }) {
        return depth === 1
          ? ''
          : `<h${depth} id="${createAnchor(text)}" tabindex="-1">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${href.replace(/^([\w-]+)\.md/, '/ayuda/$1')}">${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }) {
        const path = join(dirname(file), href)
        const { width, height } = readImageSize(readFileSync(path))
        const at = pictures.push(path) - 1
        return `<img src="\u0000${at}\u0000" alt="${text}" width="${width}" height="${height}" loading="lazy">`
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  const imports = pictures.map((path, at) => `import picture${at} from ${JSON.stringify(path)}\n`).join('')
  const code = JSON.stringify(html).replace(/\\u0000(\d+)\\u0000/g, (_, at: string) => `" + picture${at} + "`)
  return `${imports}export const html = ${code}\n`
}
