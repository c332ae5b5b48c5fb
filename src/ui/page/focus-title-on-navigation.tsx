import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusPageTitle } from './layout.tsx'

/** Moves focus to the page title after navigation, once the title is rendered. */
export function FocusTitleOnNavigation() {
  const router = useRouter()
  useEffect(() => {
    let forget: (() => void) | undefined
    const leave = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      forget?.()
      // Moves the focus only if the path changed or the focused element was removed, but not on the first page load.
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
  // Does not move the focus if the page has already focused its first field.
  if (!document.activeElement?.matches('main :is(input, textarea, select, fieldset)'))
    focusPageTitle({ preventScroll: true })
}

/** Calls `found` once the page has a title. Returns a function that cancels the wait. */
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
