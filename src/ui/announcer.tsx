import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** After a change of page the focus goes to its title; a page without one is announced by its name. */
export function Announcer() {
  const router = useRouter()
  const [said, setSaid] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return
        const focused = document.activeElement
        // A page that has put the focus into its first field knows better.
        if (focused?.matches('main input, main textarea, main select')) return
        const title = document.querySelector<HTMLElement>('h1')
        title?.focus({ preventScroll: true })
        setSaid(title ? '' : document.title)
      }),
    [router],
  )
  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  )
}
