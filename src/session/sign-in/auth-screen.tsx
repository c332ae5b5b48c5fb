import { type ReactNode, useEffect, useRef } from 'react'
import { focusPageTitle, PageTitle } from '../../ui/page/layout.tsx'
import s from './auth-screen.module.css'

interface Props {
  title: string
  lead?: ReactNode
  children?: ReactNode
  /** Links to related screens, shown below the form. */
  foot?: ReactNode
}

export function AuthScreen({ title, lead, children, foot }: Props) {
  const previousTitle = useRef(title)
  // Moves focus to the new title, because the focused element of the previous screen was removed.
  useEffect(() => {
    if (previousTitle.current !== title) focusPageTitle()
    previousTitle.current = title
  }, [title])
  return (
    <div className={s.screen}>
      <div className={s.head}>
        <PageTitle>{title}</PageTitle>
        {lead && <div className={s.lead}>{lead}</div>}
      </div>
      {children}
      {foot && <div className={s.foot}>{foot}</div>}
    </div>
  )
}
