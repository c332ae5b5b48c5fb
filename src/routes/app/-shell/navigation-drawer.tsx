import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { PortalContext } from '../../../ui/overlay/portal-context.ts'
import s from './navigation-drawer.module.css'
import { Sidebar } from './sidebar.tsx'

interface Props {
  open: boolean
  onClose: () => void
  pathname: string
}

export function NavigationDrawer({ open, ...rest }: Props) {
  return open && <Sheet {...rest} />
}

function Sheet({ onClose, pathname }: Omit<Props, 'open'>) {
  const box = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape, which fires `cancel`
    <dialog
      ref={box}
      className={s.drawer}
      aria-label="Menú"
      onCancel={(event) => {
        // Ignores `cancel` events of dialogs opened inside the drawer.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={s.inside}>
        <span className={s.close}>
          <IconButton icon="close" label="Cerrar el menú" onClick={onClose} />
        </span>
        <PortalContext value={box}>
          <Sidebar pathname={pathname} onGo={onClose} />
        </PortalContext>
      </div>
    </dialog>
  )
}
