import { Tooltip as Base } from '@base-ui/react/tooltip'
import { type ReactElement, type ReactNode, use } from 'react'
import { PortalContext } from './portal-context.ts'
import s from './tooltip.module.css'

/** A hint for whoever hovers or focuses; what everybody must know does not belong in it. */
export function Tooltip({ label, children }: { label: ReactNode; children: ReactElement }) {
  const container = use(PortalContext)
  return (
    <Base.Root>
      <Base.Trigger delay={400} render={children} />
      <Base.Portal container={container}>
        <Base.Positioner positionMethod="fixed" className={s.positioner} sideOffset={6}>
          <Base.Popup className={s.popup}>{label}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
