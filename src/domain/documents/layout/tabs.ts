import type { Tab } from '../tab.ts'
import type { LineConstraints, LineTab, TextLine } from './text-line.ts'
import type { StyledRun, TextSpan } from './words.ts'

const minTabWidth = 600
const pointsPerCentimetre = 72 / 2.54

/** Line that is not complete yet. `fixed`: width without the tabs that share the remaining width. */
interface OpenLine {
  runs: StyledRun[]
  tabs: { tab: Tab; at: number; start: number; width: number }[]
  fixed: number
}

/** Breaks text with tabs into lines. Text after a tab that does not fit starts a new line. Tabs without position share the remaining width. */
export function breakTabbedLine(
  spans: readonly TextSpan[],
  measure: LineConstraints,
  breakWords: (line: readonly TextSpan[], measure: LineConstraints) => TextLine[],
): TextLine[] {
  const { width, size = 11 } = measure
  const ragged = { width, size, isHyphenated: measure.isHyphenated ?? false }
  const done: TextLine[] = []
  let open: OpenLine = { runs: [], tabs: [], fixed: 0 }
  for (const { tab, text } of splitAtTabs(spans)) {
    if (tab) {
      const position = Math.min(width, ((tab.position ?? 0) * pointsPerCentimetre * 1000) / size)
      const next = addTab(open, tab, position)
      if (next.fixed <= width) open = next
      else {
        done.push(closeLine(open, width))
        open = addTab({ runs: [], tabs: [], fixed: 0 }, tab, position)
      }
    }
    if (!text.length) continue
    const lines = breakWords(text, ragged)
    const [first] = lines
    const isLonger = lines.length > 1 || open.fixed + (first?.width ?? 0) > width
    if (open.tabs.length && isLonger) {
      done.push(closeLine(open, width))
      open = { runs: [], tabs: [], fixed: 0 }
    }
    done.push(...lines.slice(0, -1))
    const last = lines.at(-1) as TextLine
    open = { ...open, runs: [...open.runs, ...last.runs], fixed: open.fixed + last.width }
  }
  return [...done, closeLine(open, width)]
}

/** Splits spans at tabs. `tab`: tab before the text; `null` for the first part. */
function splitAtTabs(spans: readonly TextSpan[]): { tab: Tab | null; text: TextSpan[] }[] {
  const parts: { tab: Tab | null; text: TextSpan[] }[] = [{ tab: null, text: [] }]
  for (const span of spans) {
    if (span.tab) parts.push({ tab: span.tab, text: [] })
    else parts.at(-1)?.text.push(span)
  }
  return parts
}

/** Adds a tab that ends at `position`, or a tab of the minimum width if the text is already beyond it. */
function addTab({ runs, tabs, fixed }: OpenLine, tab: Tab, position: number): OpenLine {
  const width = Math.max(minTabWidth, position - fixed)
  return { runs, tabs: [...tabs, { tab, at: runs.length, start: fixed, width }], fixed: fixed + width }
}

/** Gives the remaining width to the tabs without position. If there are none, the line ends after its text. */
function closeLine({ runs, tabs, fixed }: OpenLine, width: number): TextLine {
  if (!tabs.length) return { runs, width: fixed, spacing: 0 }
  const flexible = tabs.filter(({ tab }) => tab.position === null).length
  const share = flexible ? Math.max(0, width - fixed) / flexible : 0
  let shift = 0
  const placed = tabs.map(({ tab, at, start, width: own }): LineTab => {
    const grown = tab.position === null ? share : 0
    const from = start + shift
    shift += grown
    return { at, start: from, width: own + grown }
  })
  return { runs: runs.map(addSpaceBeforeTab), width: fixed + shift, spacing: 0, tabs: placed }

  /** Adds a space after the text before a tab, because screen readers and text search join the parts of a line. */
  function addSpaceBeforeTab(run: StyledRun, index: number): StyledRun {
    return tabs.some(({ at }) => at === index + 1) ? { ...run, text: `${run.text} ` } : run
  }
}
