import s from './page-pending.module.css'
import { Skeleton } from './skeleton.tsx'

/** Shown when a page takes longer than a second. */
export function PagePending() {
  return (
    <div className={s.page}>
      <Skeleton height="1.75rem" />
      <Skeleton lines={8} />
    </div>
  )
}
