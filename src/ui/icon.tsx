import { cx } from './cx.ts'
import s from './icon.module.css'
import { iconPaths } from './icon-paths.ts'

export type IconName = keyof typeof iconPaths

/** Icon of the product's own set. It is hidden from screen readers, so a text beside it must have the same meaning. */
export function Icon({ name, size = 20, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      className={cx(s.icon, className)}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
