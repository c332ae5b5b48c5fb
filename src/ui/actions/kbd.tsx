import s from './kbd.module.css'

/** Keyboard shortcut shown beside its action; hidden from screen readers, which read `aria-keyshortcuts`. */
export function Kbd({ children }: { children: string }) {
  return (
    <span className={s.key} aria-hidden="true">
      {children}
    </span>
  )
}
