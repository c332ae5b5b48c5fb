import { structuredPatch } from 'diff'

/** Row of two texts side by side. A side is missing if its text lacks the line. */
export interface ComparedLine {
  before?: string
  after?: string
}

/** Maximum number of added and removed lines. Texts with more are shown as completely replaced, because comparing them takes too long. */
const maxChangedLines = 500

/** Compares two texts by line. Returns the changed passages with two equal lines around each. */
export function compareTexts(before: string, after: string): ComparedLine[][] {
  const options = { context: 2, maxEditLength: maxChangedLines }
  // With a line break at the end, because a last line without one differs from the same line with one.
  const patch = structuredPatch('', '', `${before}\n`, `${after}\n`, '', '', options)
  const replaced = () => [
    ...before.split('\n').map((line) => `-${line}`),
    ...after.split('\n').map((line) => `+${line}`),
  ]
  return (patch?.hunks ?? [{ lines: replaced() }]).map(({ lines }) => pairLines(lines))
}

/** Pairs removed with added lines of a patch: `[' a', '-b', '+c']` → a beside a, b beside c. */
function pairLines(lines: readonly string[]): ComparedLine[] {
  const rows: ComparedLine[] = []
  /** Index of the first row that may still get an added line. */
  let open = 0
  for (const line of lines) {
    const text = line.slice(1)
    if (line.startsWith('-')) rows.push({ before: text })
    else if (line.startsWith('+')) {
      const row = rows[open]
      if (row) row.after = text
      else rows.push({ after: text })
      open += 1
    } else {
      rows.push({ before: text, after: text })
      open = rows.length
    }
  }
  return rows
}
