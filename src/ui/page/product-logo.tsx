import s from './product-logo.module.css'

/** Logo: a rosette of nine rotated ellipses. */
export function ProductLogo({ size }: { size: number }) {
  return (
    <svg className={s.seal} width={size} height={size} viewBox="-20 -20 40 40" aria-hidden="true">
      {Array.from({ length: 9 }, (_, turn) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the ellipses have a fixed order
        <ellipse key={turn} rx="18" ry="8.5" transform={`rotate(${turn * 20})`} />
      ))}
      <circle r="3.2" className={s.heart} />
    </svg>
  )
}
