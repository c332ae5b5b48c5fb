import { cx } from '../../ui/cx.ts'
import type { OriginalParagraph } from '../../word/reading/original-text.ts'
import type { ProposalDecision } from '../../word/word-format.ts'
import s from './word-review.module.css'

interface Props {
  paragraphs: readonly OriginalParagraph[]
  decisions: readonly ProposalDecision[]
  active: number | null
  onChoose: (proposal: number) => void
}

/** Pane with the original text of the Word document. A click on a blank selects its proposal. */
export function OriginalTextPane({ paragraphs, decisions, active, onChoose }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <section className={s.original} aria-label="Texto original" tabIndex={0}>
      {paragraphs.map(({ place, kind, segments }, index) => (
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
                aria-pressed={proposal === active}
                aria-label={`${text.trim() || 'Espacio'}: propuesta «${decisions[proposal]?.label}»`}
                onClick={() => onChoose(proposal)}
              >
                {text.trim() ? text : '\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0'}
              </button>
            ),
          )}
        </p>
      ))}
    </section>
  )
}
