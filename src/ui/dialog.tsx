import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'
import s from './dialog.module.css'
import { ScopeContext } from './field-context.ts'
import { IconButton } from './icon-button.tsx'
import { focusTitle } from './page-title.tsx'
import { PortalContext } from './portal-context.ts'

interface Props {
  open: boolean
  /** Called on Escape, on the cross, and on a press outside where there is nothing to fill in. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  size?: 's' | 'm' | 'l'
  /** While something irrevocable runs, it cannot be closed. */
  locked?: boolean
  footer?: ReactNode
  children?: ReactNode
}

const toFillIn = '[data-content] :is(input, textarea, select)'

/** The platform's own modal: focus stays inside and returns to where it was. */
export function Dialog({ open, ...rest }: Props) {
  return open && <Modal {...rest} />
}

function Modal({ onClose, title, description, size = 'm', locked = false, footer, children }: Omit<Props, 'open'>) {
  const box = useRef<HTMLDialogElement>(null)
  /** The press began outside: a selection drawn out of a text ends there as well. */
  const outside = useRef(false)
  const id = useId()
  // Closing before the node leaves the page is what gives the focus back, so a layout effect.
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    // Not the cross, where the platform would begin: the first thing to fill in, else the first answer.
    const first = dialog?.querySelector<HTMLElement>(`${toFillIn}, footer button`)
    first?.focus()
    return () => {
      dialog?.close()
      queueMicrotask(keepFocus)
    }
  }, [])
  // Chromium heeds a prevented cancel only once: the second Escape in a row would close it unasked. After all that takes the key for itself.
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if ([...document.querySelectorAll('dialog:modal')].at(-1) !== box.current) return
      event.preventDefault()
      if (!locked && !event.repeat) onClose()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [locked, onClose])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape, heard above
    <dialog
      ref={box}
      className={cx(s.dialog, s[size])}
      aria-labelledby={id}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!locked) onClose()
      }}
      onClose={(event) => {
        // Unasked, as by a second gesture of going back: what is still to be answered stands again.
        if (event.target !== event.currentTarget || !box.current || box.current.open) return
        box.current.showModal()
        if (!locked) onClose()
      }}
      onPointerDown={(event) => {
        outside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (event.target !== event.currentTarget || !outside.current || locked) return
        if (!box.current?.querySelector(toFillIn)) onClose()
      }}
    >
      <PortalContext value={box}>
        <ScopeContext value={`${id}-`}>
          <div className={s.body}>
            <header className={s.header}>
              <h2 id={id} className={s.title}>
                {title}
              </h2>
              <IconButton icon="close" size="s" label="Cerrar" onClick={onClose} disabled={locked} />
            </header>
            {description && (
              <p id={`${id}-description`} className={s.description}>
                {description}
              </p>
            )}
            {children && (
              <div className={s.content} data-content="">
                {children}
              </div>
            )}
            {footer && <footer className={s.footer}>{footer}</footer>}
          </div>
        </ScopeContext>
      </PortalContext>
    </dialog>
  )
}

/** What opened the dialog may be gone with what was decided in it: then the page's title has the focus, not nothing. */
function keepFocus() {
  if (document.activeElement === document.body) focusTitle({ preventScroll: true })
}
