import { type ReactNode, useEffect, useRef } from 'react'
import { focusTitle, PageTitle } from '../ui/page-title.tsx'
import s from './auth-screen.module.css'

interface Props {
  title: string
  lead?: ReactNode
  children?: ReactNode
  /** Where else one may go from here. */
  foot?: ReactNode
}

export function AuthScreen({ title, lead, children, foot }: Props) {
  const said = useRef(title)
  // One screen after another under the same address: what had the focus is gone.
  useEffect(() => {
    if (said.current !== title) focusTitle()
    said.current = title
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
