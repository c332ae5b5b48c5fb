let isPressed = false
let pendingWork: (() => void)[] = []

/**
 * Runs `work` now, or after the click if a mouse button is pressed. Used for changes that may shift the layout, for example validation on blur.
 * If the pressed element moved before the button is released, the browser would fire no click.
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
  // Runs the work in the capture phase: the click already has its target, so a layout shift no longer matters.
  addEventListener('click', release, true)
  // Native selects fire no `mouseup`, so the next key press also ends the press.
  addEventListener('keydown', release, true)
  // Ends the press if no click follows, e.g. after dragging.
  for (const end of ['mouseup', 'dragend']) addEventListener(end, () => setTimeout(release), true)
}
