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

/** Returns the control that the user pressed: the clicked one; the focused one if a menu removed the clicked item; `body` after a shortcut. */
const findPressedControl = () =>
  clicked?.isConnected ? clicked : (document.activeElement?.closest('a, button') ?? document.body)

/** Shows on a control, by default the pressed one, that its part is loading, until the returned function is called. */
export function markBusy(control: Element = findPressedControl()): () => void {
  control.setAttribute('data-busy', '')
  return () => control.removeAttribute('data-busy')
}
