import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactElement, useState } from 'react'
import { LoadFailureDialog } from '../overlay/load-failure-dialog.tsx'
import { markBusy } from './busy-control.ts'
import type { MenuPopup, MenuProps } from './menu-popup.tsx'

let loadedMenu: typeof MenuPopup | null = null

/** Loads the menu library, which is large. Called on hover or focus of a menu button, and when the shell is idle. */
export async function loadMenu(): Promise<typeof OpenMenu> {
  const { MenuPopup: OpenMenu } = await import('./menu-popup.tsx')
  loadedMenu = OpenMenu
  return OpenMenu
}

export function Menu(props: MenuProps) {
  const [Inside, setInside] = useState<typeof MenuPopup | null>(() => loadedMenu)
  const [asked, setAsked] = useState(false)
  /** Button whose menu could not be loaded. */
  const [failed, setFailed] = useState<Element | null>(null)
  if (Inside) return <Inside {...props} asked={asked} />
  // Ignores a failed load, for example offline: the next hover or focus tries again.
  const warm = () => void loadMenu().catch(() => undefined)
  function open(button: Element) {
    const at = document.activeElement
    const release = markBusy(button)
    loadMenu()
      .then(
        (menu) => {
          // Opens the loaded menu only if the button still has focus.
          if (document.activeElement === at) setAsked(true)
          setInside(() => menu)
        },
        () => setFailed(button),
      )
      .finally(release)
  }
  const trigger = cloneElement(props.trigger as ReactElement<React.ComponentProps<'button'>>, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: warm,
    onFocus: warm,
    onClick: (event: MouseEvent) => open(event.currentTarget),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      open(event.currentTarget)
    },
  })
  const close = () => setFailed(null)
  return (
    <>
      {trigger}
      <LoadFailureDialog
        open={failed !== null}
        onClose={close}
        onRetry={() => {
          close()
          // Waits until the dialog has returned the focus to the button.
          if (failed) setTimeout(() => open(failed))
        }}
      />
    </>
  )
}
