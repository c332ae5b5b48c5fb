import { useId } from 'react'
import s from './verification-screen.module.css'

/** Terms and values of a document in a frame, with an optional heading. */
export function DocumentFacts({
  title,
  facts,
}: {
  title?: string
  facts: readonly (readonly [term: string, value: string])[]
}) {
  const id = useId()
  return (
    <section className={s.facts} aria-labelledby={title && id}>
      {title && <h2 id={id}>{title}</h2>}
      <dl>
        {facts.map(([term, value]) => (
          <div key={`${term} ${value}`}>
            <dt className="text-tertiary">{term}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
