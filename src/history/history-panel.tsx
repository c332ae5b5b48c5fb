import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { HistoryOf } from './history-lines.tsx'

const HistoryLines = lazy(async () => ({ default: (await import('./history-lines.tsx')).HistoryLines }))

/** Collapsed history of a subject; its module and data load when opened. */
export function HistoryPanel({ title = 'Historial', ...of }: HistoryOf & { title?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Panel
      title={title}
      actions={
        <Button size="s" icon="history" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Ocultar' : 'Ver'}
          <span className="visually-hidden"> {title.toLowerCase()}</span>
        </Button>
      }
    >
      {open && (
        <Suspense fallback={<Skeleton lines={3} />}>
          <HistoryLines {...of} />
        </Suspense>
      )}
    </Panel>
  )
}
