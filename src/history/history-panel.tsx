import { useState } from 'react'
import { CollapsiblePanel } from '../ui/page/collapsible-panel.tsx'
import type { HistorySubject } from './history-list.tsx'
import { HistoryList } from './history-list.tsx'

/** Collapsed history of a subject; its data loads when opened. */
export function HistoryPanel({ title = 'Historial', ...of }: HistorySubject & { title?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <CollapsiblePanel title={title} icon="history" open={open} onOpenChange={setOpen}>
      <HistoryList {...of} />
    </CollapsiblePanel>
  )
}
