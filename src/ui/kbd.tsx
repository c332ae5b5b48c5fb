import s from './kbd.module.css'

/** A key, beside what it does; who listens hears it from `aria-keyshortcuts`. */
export function Kbd({ children }: { children: string }) {
  return (
    <span className={s.key} aria-hidden="true">
      {children}
    </span>
  )
}
