let isPressed = false
let waiting: (() => void)[] = []

/**
 * Runs work now, or at the click if a press of the pointer is under way. A field that is left by a press may move the page; if it moved between
 * press and click, the browser would drop the click.
 */
export function afterPress(work: () => void) {
  if (isPressed) waiting.push(work)
  else work()
}

function release() {
  isPressed = false
  const due = waiting
  waiting = []
  for (const work of due) work()
}

if (typeof window !== 'undefined') {
  addEventListener('mousedown', () => (isPressed = true), true)
  // By then the target of the click is certain; its own handlers run after this.
  addEventListener('click', release, true)
  // The list of a native select takes the mouseup: then the next key ends the press.
  addEventListener('keydown', release, true)
  // Without a click, as after dragging, nothing else ends the press.
  for (const end of ['mouseup', 'dragend']) addEventListener(end, () => setTimeout(release), true)
}
