import { type ReactNode, useId } from 'react'
import s from './bar-chart.module.css'

interface Bar {
  /** Full label for screen readers and the tooltip: «3 de marzo de 2026». */
  label: string
  /** Short label below the bar; an empty text leaves the space blank. */
  short: string
  value: number
  /** Content of the table cell that replaces the formatted value, for example a link. */
  shown?: ReactNode
}

interface Props {
  title: string
  bars: readonly Bar[]
  format: (value: number) => string
}

const height = 120

/** Bar chart with an expandable table of the same values, which screen readers read instead. */
export function BarChart({ title, bars, format }: Props) {
  const id = useId()
  const top = getAxisMaximum(Math.max(1, ...bars.map((bar) => bar.value)))
  const step = 100 / Math.max(1, bars.length)
  return (
    <figure className="stack-3" aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        {title}
      </figcaption>
      <div className={s.plot} aria-hidden="true">
        <div className={s.scale}>
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </div>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden from screen readers, which read the table */}
        <svg className={s.bars} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none">
          {[0, height / 2, height].map((y) => (
            <line key={y} x1="0" x2="100" y1={y} y2={y} className={s.rule} />
          ))}
          {bars.map((bar, index) => {
            const tall = (bar.value / top) * height
            return (
              <g key={bar.label} className={s.group}>
                <title>{`${bar.label}: ${format(bar.value)}`}</title>
                <rect x={index * step} y="0" width={step} height={height} className={s.target} />
                <rect
                  x={index * step + step * 0.18}
                  y={height - tall}
                  width={step * 0.64}
                  height={tall}
                  className={s.bar}
                />
              </g>
            )
          })}
        </svg>
        <div className={s.axis}>
          {bars.map((bar) => (
            <span key={bar.label}>{bar.short}</span>
          ))}
        </div>
      </div>
      <details className={s.details}>
        <summary>Ver los datos en una tabla</summary>
        <table>
          <caption className="visually-hidden">{title}</caption>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.label}>
                <th scope="row">{bar.label}</th>
                <td>{bar.shown ?? format(bar.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/**
 * Returns the axis maximum: the next number of the form 1, 2 or 5 × 10ⁿ that is even: 7 → 10. The middle grid line is
 * then an integer.
 */
function getAxisMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const top = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= value) ?? value
  return top % 2 === 0 ? top : top * 2
}
