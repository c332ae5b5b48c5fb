import s from './skeleton.module.css'

interface Props {
  /** How many lines of text it stands for. */
  lines?: number
  /** Any CSS height, for what is no text. */
  height?: string
}

export function Skeleton({ lines = 1, height }: Props) {
  return (
    <div className={s.lines} role="status">
      <span className="visually-hidden">Cargando…</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content never change places
        <span key={line} className={s.line} style={height ? { height } : { width: `${94 - ((line * 37) % 40)}%` }} />
      ))}
    </div>
  )
}
