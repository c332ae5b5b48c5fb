import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import { lazyComponent } from '../../../lib/loading/lazy-component.tsx'
import { useSignOut } from '../../../session/use-sign-out.tsx'
import control from '../../../ui/form/control.module.css'
import { Dialog } from '../../../ui/overlay/dialog.tsx'

const Search = lazyComponent(async () => (await import('./command-search.tsx')).CommandSearch)

/** Dialog that opens screens, requests and users, and runs actions. Ctrl+K or ⌘K opens and closes it. */
export function CommandPalette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { askToSignOut, dialog } = useSignOut()
  const close = () => onOpenChange(false)
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
      <Dialog open={open} onClose={close} title="Buscar">
        <PaletteContent onClose={close} signOut={() => void askToSignOut()} />
      </Dialog>
      {dialog}
    </>
  )
}

const input: ComponentProps<'input'> = {
  className: control.control ?? '',
  type: 'search',
  'aria-label': 'Buscar pantallas, solicitudes y acciones',
  placeholder: 'Pantalla, solicitud o acción',
  autoComplete: 'off',
  autoFocus: true,
  spellCheck: false,
  maxLength: 100,
}

function PaletteContent(props: { onClose: () => void; signOut: () => void }) {
  const [text, setText] = useState('')
  // The input works before the list is loaded. Otherwise the page would take the letters for its own shortcuts.
  const fallback = <input {...input} value={text} onChange={(event) => setText(event.target.value)} />
  return (
    <Suspense fallback={fallback}>
      <Search text={text} onText={setText} input={input} {...props} />
    </Suspense>
  )
}
