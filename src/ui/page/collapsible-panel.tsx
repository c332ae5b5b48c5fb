import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import type { IconName } from '../icon.tsx'
import { Panel } from './layout.tsx'

interface Props {
  title: string
  icon: IconName
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Content, rendered only while the panel is open. */
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
      {open && children}
    </Panel>
  )
}
