import { type ReactNode, useEffect } from 'react'
import s from './page-header.module.css'

interface Props {
  title: string
  /** A number, a status, a way back: the line above the title. */
  eyebrow?: ReactNode
  description?: ReactNode
  actions?: ReactNode
}

/** The page's one `h1`, which also names the browser's tab. */
export function PageHeader({ title, eyebrow, description, actions }: Props) {
  useEffect(() => {
    document.title = `${title} · Formatos preeliminares`
  }, [title])
  return (
    <header className={s.header}>
      <div className={s.text}>
        {eyebrow && <div className={s.eyebrow}>{eyebrow}</div>}
        <h1 className={s.title} tabIndex={-1}>
          {title}
        </h1>
        {description && <p className={s.description}>{description}</p>}
      </div>
      {actions && <div className={s.actions}>{actions}</div>}
    </header>
  )
}
