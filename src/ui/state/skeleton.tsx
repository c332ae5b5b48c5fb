import s from './skeleton.module.css'

interface Props {
  lines?: number
  /** CSS height, for content other than text. */
  height?: string
}

export function Skeleton({ lines = 1, height }: Props) {
  return (
    <div className={s.lines} role="status">
      <span className="visually-hidden">Cargando…</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the empty lines have a fixed order
        <span key={line} className={s.line} style={height ? { height } : { width: `${94 - ((line * 37) % 40)}%` }} />
      ))}
    </div>
  )
}
