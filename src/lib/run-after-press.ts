let isPressed = false
let pendingWork: (() => void)[] = []

/**
 * Runs `work` now, or after the click if the pointer is pressed. Leaving a field by a press may shift the layout. If the page shifted between press
 * and click, the browser would drop the click.
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
  // In the capture phase the click's target is fixed; handlers of the target run afterwards.
  addEventListener('click', release, true)
  // Native selects swallow the `mouseup`, so the next key also ends the press.
  addEventListener('keydown', release, true)
  // Ends the press if no click follows, e.g. after dragging.
  for (const end of ['mouseup', 'dragend']) addEventListener(end, () => setTimeout(release), true)
}
