import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { HistorySubject } from './history-list.tsx'

const HistoryList = lazy(async () => ({ default: (await import('./history-list.tsx')).HistoryList }))

/** Collapsed history of a subject; its module and data load when opened. */
export function HistoryPanel({ title = 'Historial', ...of }: HistorySubject & { title?: string }) {
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
          <HistoryList {...of} />
        </Suspense>
      )}
    </Panel>
  )
}
