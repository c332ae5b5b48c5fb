/** Link or button that the user clicked last; `null` after a key press that clicked none. */
let clicked: Element | null = null

if (typeof window !== 'undefined') {
  addEventListener('keydown', () => (clicked = null), true)
  addEventListener(
    'click',
    ({ target }) => (clicked = target instanceof Element ? target.closest('a, button') : null),
    true,
  )
}

/**
 * Shows on the pressed control that its part is loading, until the returned function is called. Falls back to the focused element, because
 * shortcuts click no control and a menu removes the clicked item. Sets no `aria-busy`, because screen readers announce the part itself.
 */
export function markBusy(
  control: Element | null = clicked?.isConnected ? clicked : document.activeElement,
): () => void {
  control?.setAttribute('data-busy', '')
  return () => control?.removeAttribute('data-busy')
}
