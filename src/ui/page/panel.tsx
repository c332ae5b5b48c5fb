import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import s from './panel.module.css'

interface Props {
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** Whether the panel has no padding, for a table or list with its own. */
  flush?: boolean
  className?: string | undefined
  children: ReactNode
}

export function Panel({ title, description, actions, flush = false, className, children }: Props) {
  const id = useId()
  return (
    <section className={cx(s.panel, className)} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <header className={s.header}>
          <div>
            {title && (
              <h2 id={id} className={s.title}>
                {title}
              </h2>
            )}
            {description && <p className="text-tertiary">{description}</p>}
          </div>
          {actions && <div className={s.actions}>{actions}</div>}
        </header>
      )}
      {children && <div className={flush ? s.flush : s.body}>{children}</div>}
    </section>
  )
}
