import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** After a change of page the focus goes to its title, as soon as there is one. */
export function FocusTitle() {
  const router = useRouter()
  useEffect(() => {
    let forget: (() => void) | undefined
    const leave = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      forget?.()
      // Another view under the same address keeps the focus, unless what had it is gone.
      if (fromLocation && (pathChanged || document.activeElement === document.body)) forget = whenTitled(focus)
    })
    return () => {
      forget?.()
      leave()
    }
  }, [router])
  return null
}

function focus(title: HTMLElement) {
  // A page that has put the focus into its first field knows better.
  if (!document.activeElement?.matches('main input, main textarea, main select')) title.focus({ preventScroll: true })
}

/** Calls back with the page's title, which may still be on its way; gives the way to stop waiting for it. */
function whenTitled(found: (title: HTMLElement) => void): () => void {
  const observer = new MutationObserver(look)
  function look() {
    const title = document.querySelector<HTMLElement>('h1')
    if (!title) return
    observer.disconnect()
    found(title)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return () => observer.disconnect()
}
