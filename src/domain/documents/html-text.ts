import { replaceAmounts } from '../money/currency-text.ts'
import { splitLines, type TextRun } from './blocks.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Converts text runs to HTML. Each line with tabs becomes an element of its own. */
export function runsToHtml(runs: readonly TextRun[]): string {
  if (!runs.some(({ tab }) => tab)) return runs.map(runToHtml).join('')
  return splitLines(runs)
    .map((line, index, lines) => {
      if (line.some(({ tab }) => tab)) return `<span class="tabbed">${tabbedLineToHtml(line)}</span>`
      const isFollowed = index < lines.length - 1 && !lines[index + 1]?.some(({ tab }) => tab)
      return line.map(runToHtml).join('') + (isFollowed ? '<br>' : '')
    })
    .join('')
}

function runToHtml({ text, bold, italic, underline }: TextRun): string {
  const lines = text.split('\n').map(escapeMarkup).map(preventBreaksInAmounts).join('<br>')
  const inner = italic ? `<em>${lines}</em>` : lines
  const weighted = bold ? `<strong>${inner}</strong>` : inner
  return underline ? `<u>${weighted}</u>` : weighted
}

/** Prevents line breaks between a currency symbol and its amount. */
const preventBreaksInAmounts = (html: string) =>
  replaceAmounts(html, (symbol, digits) => `<span class="whole">${symbol} ${digits}</span>`)

/** Converts a line with tabs. A tab with a position is in an element of that width, together with the text before it. */
function tabbedLineToHtml(line: readonly TextRun[]): string {
  let html = ''
  let text = ''
  for (const run of line) {
    if (!run.tab) {
      text += runToHtml(run)
      continue
    }
    const { position } = run.tab
    html += `${toSpan(text)}<span class="tab"> </span>`
    if (position !== null) html = `<span class="stop" style="min-width:${position}cm">${html}</span>`
    text = ''
  }
  return html + toSpan(text)
}

const toSpan = (html: string) => html && `<span>${html}</span>`
