import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import s from './tooltip.module.css'

/** A hint for whoever hovers or focuses; what everybody must know does not belong in it. */
export function Tooltip({ label, children }: { label: ReactNode; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger delay={400} render={children} />
      <Base.Portal>
        <Base.Positioner className={s.positioner} sideOffset={6}>
          <Base.Popup className={s.popup}>{label}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
