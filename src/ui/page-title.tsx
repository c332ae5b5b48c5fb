import { useEffect } from 'react'
import s from './page-title.module.css'

/** The page's one `h1`, which also names the browser's tab. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} · Formatos preeliminares`
  }, [children])
  return (
    <h1 className={s.title} tabIndex={-1}>
      {children}
    </h1>
  )
}
