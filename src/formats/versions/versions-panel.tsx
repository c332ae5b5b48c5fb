import type { ComponentProps } from 'react'
import { CollapsiblePanel } from '../../ui/collapsible-panel.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { VersionList } from './version-list.tsx'

const LazyVersionList = lazyPart(async () => (await import('./version-list.tsx')).VersionList)

interface Props extends ComponentProps<typeof VersionList> {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Collapsed panel with the versions. Its module and data load when it is opened. */
export function VersionsPanel({ open, onOpenChange, ...rest }: Props) {
  return (
    <CollapsiblePanel title="Versiones" icon="file" open={open} onOpenChange={onOpenChange}>
      <LazyVersionList {...rest} />
    </CollapsiblePanel>
  )
}
