import { type ComponentProps, lazy } from 'react'
import { AfterPaint } from '../lib/after-paint.tsx'
import s from './document-preview.module.css'

const RequestDocumentPreview = lazy(async () => ({
  default: (await import('./request-document-preview.tsx')).RequestDocumentPreview,
}))

/**
 * Document preview of a stored request, rendered after the rest of the page is painted. An empty page is shown until
 * then.
 */
export function LazyDocumentPreview(props: ComponentProps<typeof RequestDocumentPreview>) {
  const emptyPage = (
    <div className={s.frame}>
      <div className={s.page} style={{ aspectRatio: 17 / 22 }} />
    </div>
  )
  return (
    <AfterPaint fallback={emptyPage}>
      <RequestDocumentPreview {...props} />
    </AfterPaint>
  )
}
