import { cloneElement, type KeyboardEvent, type ReactElement, Suspense, useState } from 'react'
import { lazyComponent } from '../../lib/loading/lazy-component.tsx'
import type { MenuProps } from './menu-popup.tsx'

const loadPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazyComponent(async () => (await loadPopup()).MenuPopup)

/**
 * Button with a menu, which is loaded when the pointer enters the button or the button is pressed, because its library is large. Only
 * a press replaces the button, because a press on a button that is replaced meanwhile is lost.
 */
export function Menu(props: MenuProps) {
  const [isAsked, setAsked] = useState(false)
  const trigger = cloneElement(props.trigger as ReactElement<React.ComponentProps<'button'> & { 'data-busy'?: '' }>, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    ...(isAsked && { 'data-busy': '' }),
    // A failed load is reported when the button is pressed.
    onPointerEnter: () => void loadPopup().catch(() => {}),
    onClick: () => setAsked(true),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setAsked(true)
    },
  })
  if (!isAsked) return trigger
  return (
    <Suspense fallback={trigger}>
      <MenuPopup {...props} isAsked={isAsked} />
    </Suspense>
  )
}
