import { useState } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { CollapsiblePanel } from '../ui/page/collapsible-panel.tsx'
import type { HistorySubject } from './history-list.tsx'

const HistoryList = lazyComponent(async () => (await import('./history-list.tsx')).HistoryList)

/** Collapsed history of a subject; its module and data load when opened. */
export function HistoryPanel({ title = 'Historial', ...of }: HistorySubject & { title?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <CollapsiblePanel title={title} icon="history" open={open} onOpenChange={setOpen}>
      <HistoryList {...of} />
    </CollapsiblePanel>
  )
}
