let isPressed = false
let pendingWork: (() => void)[] = []

/**
 * Runs `work` now; while a mouse button is pressed, after the click. For changes that may shift the layout, such as
 * validation on blur: if the pressed element moves, the browser fires no click.
 */
export function runAfterPress(work: () => void) {
  if (isPressed) pendingWork.push(work)
  else work()
}

function release() {
  isPressed = false
  const due = pendingWork
  pendingWork = []
  for (const work of due) work()
}

if (typeof window !== 'undefined') {
  addEventListener('mousedown', () => (isPressed = true), true)
  // Uses the capture phase: the click's target is already set, so a layout shift has no effect on it.
  addEventListener('click', release, true)
  // Also ends the press on the next key press, because native selects fire no `mouseup`.
  addEventListener('keydown', release, true)
  // Ends the press if no click follows, e.g. after dragging.
  for (const end of ['mouseup', 'dragend']) addEventListener(end, () => setTimeout(release), true)
}
