import { useEffect } from 'react'
import s from './page-title.module.css'

/**
 * Moves focus to the page title, for keyboard and screen reader users. Used if the focused element was removed or another screen is shown.
 */
export function focusPageTitle(options?: FocusOptions) {
  document.querySelector('h1')?.focus(options)
}

/** `h1` of the page; it also sets the title of the browser tab. */
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
