import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

const page = join(import.meta.dirname, '../docs/rendimiento.md')

/** Tables measured since the last call of `writeFigures`. @type {{ title: string, columns: string[], lines: string[][] }[]} */
const measured = []

/** Adds a table to the next block. Columns: name, product, comparison, ratio, goal. @param {string[]} names @param {string[][]} lines */
export function addTable([title = '', ...columns], lines) {
  measured.push({ title, columns, lines })
}

/** Replaces the block of a part in docs/rendimiento.md by the measured tables, with date and machine. @param {string} part */
export function writeFigures(part) {
  if (measured.length === 0) return
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}, Node ${process.versions.node}`
  const source = `\`npm run bench -- ${part}\` · ${new Date().toISOString().slice(0, 10)} · ${machine}`
  const block = measured.splice(0).map((table, at) => formatMarkdown(table, at === 0 ? source : ''))
  const text = readFileSync(page, 'utf8')
  const [start, end] = [`<!-- ${part} -->`, `<!-- /${part} -->`]
  const from = text.indexOf(start)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`docs/rendimiento.md has no block ${start} … ${end}`)
  writeFileSync(page, `${text.slice(0, from + start.length)}\n\n${block.join('\n\n')}\n\n${text.slice(to)}`)
}

/** Formats a table as Markdown, with the ratio first. Omits columns without name and values. @param {(typeof measured)[number]} table @param {string} source */
function formatMarkdown({ title, columns, lines }, source) {
  const [ours = '', beside = '', ratio = '', goal = ''] = columns
  const all = [
    ['qué', ratio, ours, beside, goal],
    ...lines.map((cells) => [0, 3, 1, 2, 4].map((at) => cells[at] ?? '')),
  ]
  const used = [0, 1, 2, 3, 4].filter((column) => all.some((cells) => cells[column]))
  const rows = all.map((cells) => `| ${used.map((column) => cells[column]).join(' | ')} |`)
  rows.splice(1, 0, `| ${used.map((column) => (column === 0 ? '---' : '---:')).join(' | ')} |`)
  const heading = title.charAt(0).toUpperCase() + title.slice(1)
  return [`## ${heading}`, source, rows.join('\n')].filter(Boolean).join('\n\n')
}
