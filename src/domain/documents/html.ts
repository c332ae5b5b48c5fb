import { replaceAmounts } from '../money/currency-text.ts'
import { formatLongDate } from '../time/date.ts'
import { formatApproval } from './approval.ts'
import {
  type Block,
  type ListBlock,
  type SignaturesBlock,
  splitLines,
  type TableBlock,
  type TableCell,
  type TextAlignment,
  type TextRun,
  toPlainText,
} from './blocks.ts'
import { type DocumentModel, documentTexts, formatAnnulmentNote, getDocumentKindLabel } from './document.ts'
import { getLetterheadLines, letterheadSeparator } from './issuer.ts'
import { measureListIndents } from './layout/list.ts'
import { isBullet } from './list-marker.ts'
import { type ListNode, nestListItems } from './list-tree.ts'
import type { PageSetup } from './page.ts'
import { getPageFrame } from './page-setup.ts'
import { encodeQrCode, toQrSvgPath } from './qr/qr.ts'
import { formatVerificationAddress, getQrUrl, getVerificationUrl } from './verification-code.ts'

function pageStyle(page: PageSetup): string {
  const size = page.textSize
  const { width, height, top, bottom, left, measure } = getPageFrame(page)
  const slant = Math.round((Math.atan2(height, width) * 180) / Math.PI)
  const justified = page.isJustified
    ? '\nmain > p, .together > p, li > :last-child { text-align: justify; hyphens: auto }'
    : ''
  return `
@page { size: ${width}pt ${height}pt; margin: ${height - top}pt ${left}pt ${bottom}pt }
body { max-width: ${measure}pt; font: ${size}pt/1.45 "Noto Serif", Georgia, serif }
h1 { font-size: ${size + 4}pt } h2 { font-size: ${size + 0.5}pt } table { font-size: ${size - 1.5}pt }
.mark { rotate: -${slant}deg }${justified}`
}

const style = `
body { color: #1c1c1c; margin: 0 auto }
header { display: flex; justify-content: space-between; gap: 8mm; border-bottom: .75pt solid; padding-bottom: 4mm }
header p { margin: 0 } header img { max-height: 14mm; max-width: 46mm } header > :last-child { text-align: end; white-space: nowrap }
h1 { text-align: center; margin: 12mm 0 8mm } h2 { margin: 6mm 0 2mm }
p { margin: 0 0 3.5mm } table { width: 100%; border-collapse: collapse; margin: 2mm 0 5mm }
th, td { border-bottom: .4pt solid #999; padding: 1.2mm 1.5mm; vertical-align: top; text-align: start }
.end { text-align: end; font-variant-numeric: tabular-nums } .whole { white-space: nowrap } thead { display: table-header-group } tr { break-inside: avoid }
.center { text-align: center } p.start, h1.start { text-align: start } p.center { text-align: center } p.end { text-align: end } .total { break-before: avoid; font-weight: 600 }
ul, ol { list-style: none; margin: 0 0 3.5mm; padding: 0 } li { display: flex; margin: 0 0 1.5mm } .item { flex: 0 0 var(--mark) } li li:last-child { margin: 0 } li ol, li ul { margin: 1.5mm 0 0 }
.tabbed, .stop { display: flex; align-items: baseline } .tab { flex: 1 0 .6em; margin: 0 .2em }
.together { break-inside: avoid } .page { break-after: page }
.signatures { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 8mm 12mm; margin-top: 6mm; break-inside: avoid; break-before: avoid }
.signatures:not(:has(.over)) { margin-top: 0 } .signatures p { margin: 0 } .signatures .over { display: flex; align-items: end; height: 16mm; margin-bottom: 1.5mm; border-bottom: .6pt solid }
.signatures img { max-height: 15mm; max-width: 60mm } .signatures .over + p::first-line { font-weight: 600 }
.check { display: flex; gap: 5mm; align-items: center; margin-top: 8mm; font-size: 8.5pt; break-inside: avoid; break-before: avoid } .check p { margin: 0 }
main > .annulled { color: #9e1a1a; font-size: 9pt; font-weight: 600; text-align: start; margin-top: 3mm }
.mark { position: fixed; inset: 0; display: grid; place-items: center; font: bold 78pt Arial, sans-serif; color: #ededed; z-index: -1 }
footer { border-top: .4pt solid #999; margin-top: 10mm; padding-top: 2mm; font-size: 8.5pt; color: #555; break-inside: avoid; break-before: avoid }
`

/** Content Security Policy that blocks network access, because values could otherwise load external content. */
const alone = `default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'`

const longestFigure = 24

function cellToHtml(tag: 'th' | 'td', { runs, span }: TableCell, align: TextAlignment | undefined): string {
  const scope = (tag === 'th' ? ' scope="col"' : '') + (span ? ` colspan="${span}"` : '')
  // Prevents line breaks in short right-aligned cells, for example in «19 %».
  const isFigure = tag === 'td' && align === 'end' && toPlainText(runs).length <= longestFigure
  const looks = align === 'start' ? '' : [align, isFigure && 'whole'].filter(Boolean).join(' ')
  return `<${tag}${scope}${looks && ` class="${looks}"`}>${runsToHtml(runs)}</${tag}>`
}

function tableToHtml({ header, rows, align, shares, totals }: TableBlock): string {
  function line(tag: 'th' | 'td', cells: readonly TableCell[], isTotal = false): string {
    let column = 0
    const html = cells.map((cell) => {
      const own = cell.align ?? align[column]
      column += cell.span ?? 1
      return cellToHtml(tag, cell, own)
    })
    return `<tr${isTotal ? ' class="total"' : ''}>${html.join('')}</tr>`
  }
  const widths = shares?.map((share) => (share === null ? '<col>' : `<col style="width:${share}%">`)).join('')
  const head = header ? `<thead>${line('th', header)}</thead>` : ''
  const body = rows.map((row, index) => line('td', row, index >= rows.length - totals)).join('\n')
  return `<table>${widths ? `<colgroup>${widths}</colgroup>` : ''}${head}<tbody>${body}</tbody></table>`
}

function listToHtml(list: ListBlock, textSize: number): string {
  const indents = measureListIndents(list, textSize)
  return write(nestListItems(list.items), 0)

  function write({ level, items }: ListNode, outer: number): string {
    const tag = isBullet(items[0]?.item.tag.marker ?? '') ? 'ul' : 'ol'
    const indent = indents[level]?.text ?? 0
    const written = items.map(({ item: { marker, runs }, lists }) => {
      const nested = lists.map((inner) => write(inner, indent)).join('')
      const text = nested ? `<div>${runsToHtml(runs)}${nested}</div>` : `<span>${runsToHtml(runs)}</span>`
      return `<li><span class="item">${marker}</span>${text}</li>`
    })
    return `<${tag} style="--mark: ${Math.round(indent - outer)}pt">${written.join('\n')}</${tag}>`
  }
}

function signaturesToHtml({ entries }: SignaturesBlock): string {
  const signed = entries.map(({ lines, image, isElectronic }) => {
    const over = image ? `<img src="${image.src}" alt="">` : ''
    const line = isElectronic ? '' : `<p class="over">${over}</p>`
    return `<div>${line}<p>${lines.map(runsToHtml).join('<br>')}</p></div>`
  })
  return `<section class="signatures">${signed.join('\n')}</section>`
}

function blockToHtml(block: Block, textSize: number): string {
  if (block.kind === 'table') return tableToHtml(block)
  if (block.kind === 'list') return listToHtml(block, textSize)
  if (block.kind === 'signatures') return signaturesToHtml(block)
  if (block.kind === 'page') return '<div class="page"></div>'
  const tag = block.kind === 'heading' ? `h${block.level}` : 'p'
  return `<${tag}${block.align ? ` class="${block.align}"` : ''}>${runsToHtml(block.runs)}</${tag}>`
}

function checkToHtml(check: DocumentModel['check']): string {
  if (!check?.code) return ''
  const { code, site } = check
  const address = escapeMarkup(encodeURI(getVerificationUrl(site, code)))
  const qr = encodeQrCode(getQrUrl(site, code))
  const picture = qr
    ? `<svg role="img" aria-label="${documentTexts.check.picture} ${address}" width="21mm" viewBox="-4 -4 ${qr.size + 8} ${qr.size + 8}"><path transform="matrix(1 0 0 -1 0 ${qr.size})" d="${toQrSvgPath(qr)}"/></svg>`
    : ''
  return `<section class="check">${picture}<p><strong>${documentTexts.check.title}</strong><br>${documentTexts.check.how} ${escapeMarkup(formatVerificationAddress(site))}<br><strong>${code}</strong></p></section>`
}

/** Converts blocks to HTML. Blocks of the same keep-together group are in one `section` element. */
function blocksToHtml(blocks: readonly Block[], textSize: number): string {
  const out: string[] = []
  blocks.forEach((block, index) => {
    const { together } = block
    if (together && blocks[index - 1]?.together !== together) out.push('<section class="together">')
    out.push(blockToHtml(block, textSize))
    if (together && blocks[index + 1]?.together !== together) out.push('</section>')
  })
  return out.join('\n')
}

/** Converts a document to a self-contained HTML page. An external document service receives this page. */
export function renderHtml(model: DocumentModel): string {
  const { organisation, format, number, date, blocks, page, approval, evidence } = model
  const logo = organisation.logo ? `<img src="${organisation.logo.src}" alt="${escapeMarkup(organisation.name)}">` : ''
  const mark = documentTexts.mark[model.kind]
  const note = formatAnnulmentNote(model)
  // Only previews have no number, and the service makes none.
  const label = `${documentTexts.number} ${number}`
  return `<!doctype html>
<html lang="es-${page.country}">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${alone}"><title>${escapeMarkup(`${format.name} · ${number}`)}</title><style>${pageStyle(page)}${style}</style></head>
<body>
${mark && `<div class="mark" aria-hidden="true">${mark}</div>`}
<header><div>${logo}${organisation.name.trim() && `<p><strong>${escapeMarkup(organisation.name)}</strong></p>`}${getLetterheadLines(
    organisation,
    page.country,
  )
    .map((parts) => `<p>${escapeMarkup(parts.join(letterheadSeparator))}</p>`)
    .join('')}</div>
<div>${mark && `<p><strong>${mark}</strong></p>`}<p>${escapeMarkup(label)}</p><p>${escapeMarkup(formatLongDate(date))}</p></div></header>
<main>
${note && `<p class="annulled">${escapeMarkup(note).replace(/\n/g, '<br>')}</p>`}
${blocksToHtml(blocks, page.textSize)}
${checkToHtml(model.check)}${evidence.length ? `<div class="page"></div>${blocksToHtml(evidence, page.textSize)}` : ''}
<footer>${escapeMarkup([getDocumentKindLabel(model), label].filter(Boolean).join(' · '))}${approval ? `<br>${escapeMarkup(formatApproval(approval))}` : ''}</footer>
</main>
</body>
</html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Converts text runs to HTML. Each line with tabs becomes an element of its own. */
function runsToHtml(runs: readonly TextRun[]): string {
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
