import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/actions/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import s from './help-panel.module.css'
import { findHelpTarget, type HelpTarget } from './help-target.ts'
import { HelpText } from './help-text.tsx'
import { getHelpOutline } from './pages.ts'
import { setHelpPanelOpen } from './use-help-panel.ts'

const close = () => setHelpPanelOpen(false)

/** Help of the current screen. Shown beside the page on very wide screens, over its right edge on other screens, and as modal dialog on small screens. */
export function HelpPanel() {
  const { pathname } = useLocation()
  const [target, setTarget] = useState<HelpTarget>(() => findHelpTarget(pathname))
  useEffect(() => setTarget(findHelpTarget(pathname)), [pathname])
  const isModal = useMediaQuery('(max-width: 63.99rem)')
  const box = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = box.current
    const opener = document.activeElement
    if (isModal) dialog?.showModal()
    else dialog?.show()
    dialog?.querySelector('h2')?.focus()
    return () => {
      const hadFocus = dialog?.contains(document.activeElement)
      dialog?.close()
      if (hadFocus && opener instanceof HTMLElement) opener.focus()
    }
  }, [isModal])
  const { title } = getHelpOutline(target.page)
  return (
    <dialog
      ref={box}
      className={s.panel}
      aria-label="Ayuda"
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <header className={s.head}>
        <h2 className={s.title} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="close" label="Cerrar la ayuda" onClick={close} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className={s.body} aria-label={title} tabIndex={0}>
        <HelpText target={target} onFollow={setTarget} />
      </section>
      <footer className={s.foot}>
        <Link to="/ayuda" target="_blank">
          Toda la ayuda <Icon name="external" size={16} />
        </Link>
      </footer>
    </dialog>
  )
}
