import { type CSSProperties, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../actions/button.tsx'
import { FieldScopeContext } from '../form/field-context.ts'
import { focusPageTitle } from '../page/layout.tsx'
import s from './dialog.module.css'
import { PortalContext } from './portal-context.ts'

const widths = { s: '26rem', m: '34rem', l: '56rem' }

interface Props {
  /** Default: true, because most callers render the dialog only while it is open. */
  open?: boolean
  /** Called on Escape, on the close button, and on a click outside unless the dialog has inputs other than a search. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  size?: keyof typeof widths
  /** Whether closing is disabled, for example during an irrevocable action. */
  locked?: boolean
  footer?: ReactNode
  children?: ReactNode
}

const toFillIn = '[data-content] :is(input:not([hidden]), textarea, select)'

/** Native modal dialog: focus stays inside and returns to the opener after closing. */
export function Dialog({ open = true, ...rest }: Props) {
  return open && <Modal {...rest} />
}

function Modal({ onClose, title, description, size = 'm', locked = false, footer, children }: Omit<Props, 'open'>) {
  const box = useRef<HTMLDialogElement>(null)
  /** True if the pointer was pressed outside. Selecting text inside and releasing outside must not close the dialog. */
  const outside = useRef(false)
  const id = useId()
  // Closes the dialog in a layout effect, before React removes it, because the browser restores the focus only when a
  // dialog is closed.
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    // Sets the initial focus: first input, otherwise first footer button. By default, browsers focus the close button.
    const first = dialog?.querySelector<HTMLElement>(`${toFillIn}, footer button`)
    first?.focus()
    return () => {
      dialog?.close()
      queueMicrotask(keepFocus)
    }
  }, [])
  // Handles Escape itself, because Chromium closes a dialog at the second Escape, even if its `cancel` is prevented.
  // Listens on `window`, after elements that use the key themselves.
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog by keyboard, as handled above
    <dialog
      ref={box}
      className={s.dialog}
      style={{ '--width': widths[size] } as CSSProperties}
      aria-labelledby={id}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!locked) onClose()
      }}
      onClose={(event) => {
        // Reopens the dialog if the browser closed it, for example by a second back gesture, because only the caller
        // may close it.
        if (event.target !== event.currentTarget || !box.current || box.current.open) return
        box.current.showModal()
        if (!locked) onClose()
      }}
      onPointerDown={(event) => {
        outside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (event.target !== event.currentTarget || !outside.current || locked) return
        if (!box.current?.querySelector(`${toFillIn}:not([type="search"], [aria-hidden])`)) onClose()
      }}
    >
      <PortalContext value={box}>
        <FieldScopeContext value={`${id}-`}>
          <div className={s.body}>
            <header className={s.header}>
              <h2 id={id} className={s.title}>
                {title}
              </h2>
              <IconButton icon="close" size="s" label="Cerrar" onClick={onClose} disabled={locked} />
            </header>
            {description && (
              <p id={`${id}-description`} className="muted">
                {description}
              </p>
            )}
            {children && (
              <div className="stack-4" data-content="">
                {children}
              </div>
            )}
            {footer && <footer className={s.footer}>{footer}</footer>}
          </div>
        </FieldScopeContext>
      </PortalContext>
    </dialog>
  )
}

/** Moves focus to the page title if the element that opened the dialog was removed meanwhile. */
function keepFocus() {
  if (document.activeElement === document.body) focusPageTitle({ preventScroll: true })
}
