import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusTitle } from './page-title.tsx'

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

function focus() {
  // A page that has put the focus into its first field knows better.
  if (!document.activeElement?.matches('main input, main textarea, main select')) focusTitle({ preventScroll: true })
}

/** Calls back once the page has its title, which may still be on its way; gives the way to stop waiting for it. */
function whenTitled(found: () => void): () => void {
  const observer = new MutationObserver(look)
  function look() {
    if (!document.querySelector('h1')) return
    observer.disconnect()
    found()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return () => observer.disconnect()
}
