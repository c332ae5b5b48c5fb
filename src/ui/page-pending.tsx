import s from './page-pending.module.css'
import { Skeleton } from './skeleton.tsx'

/** Placeholder shown if a page loads for more than one second. */
export function PagePending() {
  return (
    <div className={s.page}>
      <Skeleton height="1.75rem" />
      <Skeleton lines={8} />
    </div>
  )
}
