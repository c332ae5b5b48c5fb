import type { ReactNode } from 'react'
import s from './page-header.module.css'
import { PageTitle } from './page-title.tsx'

interface Props {
  title: string
  /** Content above the title: a number, a status or a back link. */
  eyebrow?: ReactNode
  description?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, eyebrow, description, actions }: Props) {
  return (
    <header className={s.header}>
      <div className={s.text}>
        {eyebrow && <div className={s.eyebrow}>{eyebrow}</div>}
        <PageTitle>{title}</PageTitle>
        {description && <p className={s.description}>{description}</p>}
      </div>
      {actions && <div className={s.actions}>{actions}</div>}
    </header>
  )
}
