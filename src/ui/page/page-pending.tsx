import { Skeleton } from '../state/screen-states.tsx'
import s from './page-pending.module.css'

/** Placeholder shown if a page loads for more than one second. */
export function PagePending() {
  return (
    <div className={s.page}>
      <Skeleton height="1.75rem" />
      <Skeleton lines={8} />
    </div>
  )
}
