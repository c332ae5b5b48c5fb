import { type ComponentProps, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { lazyComponent } from '../../../lib/loading/lazy-component.tsx'
import { useSignOut } from '../../../session/use-sign-out.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import dialogStyles from '../../../ui/overlay/dialog.module.css'
import s from './command-palette.module.css'

const Search = lazyComponent(async () => (await import('./command-search.tsx')).CommandSearch)

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Dialog that opens screens, requests and users, and runs actions. Ctrl+K or ⌘K opens and closes it. */
export function CommandPalette({ open, onOpenChange }: Props) {
  const { askToSignOut, dialog } = useSignOut()
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (open || !document.querySelector('dialog:modal')) onOpenChange(!open)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [open, onOpenChange])
  return (
    <>
      {open && <PaletteDialog onClose={() => onOpenChange(false)} signOut={() => void askToSignOut()} />}
      {dialog}
    </>
  )
}

const input: ComponentProps<'input'> = {
  className: s.input ?? '',
  'aria-label': 'Buscar pantallas, solicitudes y acciones',
  placeholder: 'Pantalla, solicitud o acción',
  autoComplete: 'off',
  autoFocus: true,
  spellCheck: false,
  maxLength: 100,
}

function PaletteDialog({ onClose, signOut }: { onClose: () => void; signOut: () => void }) {
  const box = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  // Closes the dialog before React removes it, because the browser restores the focus only when a dialog is closed.
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  const frame = (control: ReactNode) => (
    <div className={s.head}>
      <Icon name="search" size={18} />
      {control}
      <IconButton icon="close" size="s" label="Cerrar" onClick={onClose} />
    </div>
  )
  // The input works before the list is loaded. Otherwise the page would take the letters for its own shortcuts.
  const fallback = frame(<input {...input} value={text} onChange={(event) => setText(event.target.value)} />)
  return (
    <dialog
      ref={box}
      className={cx(dialogStyles.dialog, dialogStyles.m, s.dialog)}
      aria-label="Buscar"
      closedby="any"
      onClose={() => box.current?.open || onClose()}
    >
      <Suspense fallback={fallback}>
        <Search text={text} onText={setText} input={input} frame={frame} onClose={onClose} signOut={signOut} />
      </Suspense>
    </dialog>
  )
}
