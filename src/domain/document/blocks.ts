/** A piece of a line: template text, or (with `key`) the value of a field. Its text may hold line breaks. */
export interface Run {
  text: string
  bold: boolean
  key?: string
  /** The label of a value that was not given; `text` is then empty. */
  missing?: string
}

export type Align = 'start' | 'end'

interface Heading {
  kind: 'heading'
  level: 1 | 2
  runs: Run[]
}

interface Paragraph {
  kind: 'paragraph'
  runs: Run[]
}

/** `header` is null when its cells are all empty; every row has as many cells as `align`. */
export interface TableBlock {
  kind: 'table'
  header: Run[][] | null
  rows: Run[][][]
  align: Align[]
}

export type Block = Heading | Paragraph | TableBlock

export function plainText(runs: readonly Run[]): string {
  return runs.map((run) => run.text).join('')
}

/** The blocks as they are printed: a value not given leaves nothing, and a line that only named it goes. */
export function printed(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'table') return [block]
    const runs = withoutGaps(block.runs)
    return plainText(runs).trim() ? [{ ...block, runs }] : []
  })
}

function withoutGaps(runs: readonly Run[]): Run[] {
  if (!runs.some(isGap)) return [...runs]
  const lines: Run[][] = [[]]
  for (const run of runs) {
    if (run.key === undefined && run.text === '\n') lines.push([])
    else lines.at(-1)?.push(run)
  }
  const left = lines.filter((line) => !line.some(isGap) || saysSomething(line))
  return left.flatMap((line, index) => (index ? [{ text: '\n', bold: false }, ...line] : line))
}

function isGap({ missing }: Run) {
  return missing !== undefined
}

/** «Teléfono:» without its telephone says nothing. */
function saysSomething(line: readonly Run[]) {
  const text = plainText(line).trim()
  return text !== '' && (!text.endsWith(':') || line.some((run) => run.key !== undefined && !isGap(run)))
}
