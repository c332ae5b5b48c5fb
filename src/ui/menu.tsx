import { cloneElement, type KeyboardEvent, type ReactElement, useState } from 'react'
import type { MenuProps, OpenMenu } from './open-menu.tsx'

let known: typeof OpenMenu | null = null

/** What a menu is made of is large: it comes when somebody turns to one, or when the page has been read for a while. */
export async function loadMenu(): Promise<typeof OpenMenu> {
  const { OpenMenu } = await import('./open-menu.tsx')
  known = OpenMenu
  return OpenMenu
}

/** A button that opens a list of things to do. */
export function Menu(props: MenuProps) {
  const [Inside, setInside] = useState<typeof OpenMenu | null>(() => known)
  const [asked, setAsked] = useState(false)
  if (Inside) return <Inside {...props} asked={asked} />
  // Without a connection the button stays as it is, for another try.
  const warm = () => void loadMenu().catch(() => undefined)
  function open() {
    const at = document.activeElement
    loadMenu().then(
      (menu) => {
        // Who has gone on to something else does not want it any more.
        if (document.activeElement === at) setAsked(true)
        setInside(() => menu)
      },
      () => undefined,
    )
  }
  return cloneElement(props.trigger as ReactElement<React.ComponentProps<'button'>>, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: warm,
    onFocus: warm,
    onClick: open,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      open()
    },
  })
}
