import { Fragment, useEffect, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import type { OriginalCell, OriginalParagraph } from '../../word/reading/original-text.ts'
import type { ProposalDecision } from '../../word/word-format.ts'
import s from './word-review.module.css'

interface BlankProps {
  decisions: readonly ProposalDecision[]
  active: number | null
  onChoose: (proposal: number) => void
}

/** Pane with the original text of the Word document. It scrolls to the selected proposal; a click selects a blank. */
export function OriginalTextPane({ paragraphs, ...blanks }: BlankProps & { paragraphs: readonly OriginalParagraph[] }) {
  const { active } = blanks
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    const blank = pane.current?.querySelector<HTMLElement>(`[data-proposal="${active}"]`)
    if (pane.current && blank) pane.current.scrollTop = blank.offsetTop - pane.current.clientHeight / 2
  }, [active])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <section ref={pane} className={s.original} aria-label="Texto original" tabIndex={0}>
      {groupByCell(paragraphs, 'table').map((group, index) =>
        group[0]?.cell ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change
          <Table key={index} paragraphs={group} {...blanks} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change
          <Paragraphs key={index} paragraphs={group} {...blanks} />
        ),
      )}
    </section>
  )
}

type GroupProps = BlankProps & { paragraphs: readonly OriginalParagraph[] }

/** Groups consecutive paragraphs of the same table, row or column. */
function groupByCell(paragraphs: readonly OriginalParagraph[], part: keyof OriginalCell): OriginalParagraph[][] {
  const groups: OriginalParagraph[][] = []
  for (const paragraph of paragraphs) {
    const last = groups.at(-1)
    if (last && last[0]?.cell?.[part] === paragraph.cell?.[part]) last.push(paragraph)
    else groups.push([paragraph])
  }
  return groups
}

function Table({ paragraphs, ...blanks }: GroupProps) {
  return (
    <table className={s.table}>
      <tbody>
        {groupByCell(paragraphs, 'row').map((row) => (
          <tr key={row[0]?.cell?.row}>
            {groupByCell(row, 'column').map((group, index, cells) => {
              const { column = 0, span = 1 } = group[0]?.cell ?? {}
              const before = cells[index - 1]?.[0]?.cell
              const gap = column - (before ? before.column + before.span : 0)
              return (
                <Fragment key={column}>
                  {gap > 0 && <td colSpan={gap} />}
                  <td colSpan={span}>
                    <Paragraphs paragraphs={group} {...blanks} />
                  </td>
                </Fragment>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Paragraphs({ paragraphs, decisions, active, onChoose }: GroupProps) {
  return paragraphs.map(({ place, kind, segments }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change
    <p key={index} className={cx(s.paragraph, s[kind])} data-place={place}>
      {segments.map(({ text, proposal }, at) =>
        proposal === null ? (
          text
        ) : (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the segments never change
            key={at}
            type="button"
            className={cx(s.blank, s[decisions[proposal]?.status ?? 'pending'])}
            data-proposal={proposal}
            aria-pressed={proposal === active}
            aria-label={`${text.trim() || 'Espacio'}: propuesta «${decisions[proposal]?.label}»`}
            onClick={() => onChoose(proposal)}
          >
            {text.trim() ? text : '\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0'}
          </button>
        ),
      )}
    </p>
  ))
}
