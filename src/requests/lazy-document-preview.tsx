import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react'
import { runWhenIdle } from '../lib/run-when-idle.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import s from './document-preview.module.css'

const RequestDocumentPreview = lazyComponent(
  async () => (await import('./request-document-preview.tsx')).RequestDocumentPreview,
)

/** Distance in px from the screen at which the preview loads. */
const marginPx = 200

/**
 * Document preview of a stored request. Loads after the rest of the page is painted, when it is near the screen or the
 * page is idle. An empty page is shown until then.
 */
export function LazyDocumentPreview(props: ComponentProps<typeof RequestDocumentPreview>) {
  const [shouldRender, setShouldRender] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const show = () => setShouldRender(true)
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && show(),
      { rootMargin: `${marginPx}px` },
    )
    if (frame.current) observer.observe(frame.current)
    const cancel = runWhenIdle(show)
    return () => {
      observer.disconnect()
      cancel()
    }
  }, [])
  const emptyPage = (
    <div ref={frame} className={s.frame}>
      <div className={s.page} style={{ aspectRatio: 17 / 22 }} />
    </div>
  )
  return <Suspense fallback={emptyPage}>{shouldRender ? <RequestDocumentPreview {...props} /> : emptyPage}</Suspense>
}
