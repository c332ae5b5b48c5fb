import { cloneElement, type KeyboardEvent, type ReactElement, Suspense, useState } from 'react'
import { lazyComponent } from '../../lib/loading/lazy-component.tsx'
import type { MenuProps } from './menu-popup.tsx'

const MenuPopup = lazyComponent(async () => (await import('./menu-popup.tsx')).MenuPopup)

/** Button with a menu. Lazy-loaded, because its library is large; the menu of a button that was pressed before opens once it is loaded. */
export function Menu(props: MenuProps) {
  const [isAsked, setAsked] = useState(false)
  const trigger = cloneElement(props.trigger as ReactElement<React.ComponentProps<'button'> & { 'data-busy'?: '' }>, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    ...(isAsked && { 'data-busy': '' }),
    onClick: () => setAsked(true),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setAsked(true)
    },
  })
  return (
    <Suspense fallback={trigger}>
      <MenuPopup {...props} isAsked={isAsked} />
    </Suspense>
  )
}
