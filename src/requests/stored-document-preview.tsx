import { type ComponentProps, Suspense } from 'react'
import { lazyComponent } from '../lib/loading/lazy-component.tsx'
import s from './document-preview.module.css'

const Preview = lazyComponent(async () => (await import('./request-document-preview.tsx')).RequestDocumentPreview)

/** Document of a stored request, beside its data. An empty page is shown until its code is loaded, which is large. */
export function StoredDocumentPreview(props: ComponentProps<typeof Preview>) {
  const emptyPage = (
    <div className={s.frame}>
      <div className={s.page} style={{ aspectRatio: 17 / 22 }} />
    </div>
  )
  return (
    <Suspense fallback={emptyPage}>
      <Preview {...props} />
    </Suspense>
  )
}
