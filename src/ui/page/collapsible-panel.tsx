import { type ReactNode, Suspense } from 'react'
import { Button } from '../actions/button.tsx'
import type { IconName } from '../icon.tsx'
import { Skeleton } from '../state/skeleton.tsx'
import { Panel } from './panel.tsx'

interface Props {
  title: string
  icon: IconName
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Content, rendered only while the panel is open. It may be a lazy-loaded component. */
  children: ReactNode
}

/** Panel whose content is shown by a button. */
export function CollapsiblePanel({ title, icon, open, onOpenChange, children }: Props) {
  return (
    <Panel
      title={title}
      actions={
        <Button size="s" icon={icon} aria-expanded={open} onClick={() => onOpenChange(!open)}>
          {open ? 'Ocultar' : 'Ver'}
          <span className="visually-hidden"> {title.toLowerCase()}</span>
        </Button>
      }
    >
      {open && <Suspense fallback={<Skeleton lines={3} />}>{children}</Suspense>}
    </Panel>
  )
}
