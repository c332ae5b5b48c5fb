import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import s from './page-header.module.css'
import { PageTitle } from './page-title.tsx'

interface Props {
  title: string
  /** Content above the title: a number, a status or a back link. */
  eyebrow?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** Whether the actions remain beside the title on phones. */
  inline?: boolean
}

export function PageHeader({ title, eyebrow, description, actions, inline = false }: Props) {
  return (
    <header className={cx(s.header, inline && s.inline)}>
      <div className={s.text}>
        {eyebrow && <div className={s.eyebrow}>{eyebrow}</div>}
        <PageTitle>{title}</PageTitle>
        {description && <p className={s.description}>{description}</p>}
      </div>
      {actions && <div className={s.actions}>{actions}</div>}
    </header>
  )
}
