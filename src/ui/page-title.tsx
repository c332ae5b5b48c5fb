import { useEffect } from 'react'
import s from './page-title.module.css'

/** Puts the focus on the page's title, for who goes by keys or listens: what had it is gone, or another screen took its place. */
export function focusTitle(options?: FocusOptions) {
  document.querySelector('h1')?.focus(options)
}

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
