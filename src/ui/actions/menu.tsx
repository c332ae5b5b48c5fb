import { cloneElement, type KeyboardEvent, type ReactElement, Suspense, useState } from 'react'
import { lazyComponent } from '../../lib/loading/lazy-component.tsx'
import type { MenuProps } from './menu-popup.tsx'

const MenuPopup = lazyComponent(async () => (await import('./menu-popup.tsx')).MenuPopup)

/** Button with a menu. The menu is loaded when the pointer enters the button or the button is pressed, because its library is large. */
export function Menu(props: MenuProps) {
  const [isAsked, setAsked] = useState(false)
  const [isHovered, setHovered] = useState(false)
  const trigger = cloneElement(props.trigger as ReactElement<React.ComponentProps<'button'> & { 'data-busy'?: '' }>, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    ...(isAsked && { 'data-busy': '' }),
    onPointerEnter: () => setHovered(true),
    onClick: () => setAsked(true),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setAsked(true)
    },
  })
  if (!isAsked && !isHovered) return trigger
  return (
    <Suspense fallback={trigger}>
      <MenuPopup {...props} isAsked={isAsked} />
    </Suspense>
  )
}
