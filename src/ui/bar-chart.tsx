import { type ReactNode, useId } from 'react'
import s from './bar-chart.module.css'

interface Bar {
  /** In full, for ears and for the hint: «3 de marzo de 2026». */
  label: string
  /** Below the bar; an empty one leaves its place free. */
  short: string
  value: number
  /** In the table, in place of the written value: a link, say. */
  shown?: ReactNode
}

interface Props {
  /** What is counted: the chart's name. */
  title: string
  bars: readonly Bar[]
  /** How a value is written. */
  format?: (value: number) => string
}

const height = 120

/** Bars for eyes; the same figures as a table for ears and for whoever opens it. */
export function BarChart({ title, bars, format = String }: Props) {
  const id = useId()
  const top = niceTop(Math.max(1, ...bars.map((bar) => bar.value)))
  const step = 100 / Math.max(1, bars.length)
  return (
    <figure className={s.chart} aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        {title}
      </figcaption>
      <div className={s.plot} aria-hidden="true">
        <div className={s.scale}>
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </div>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden from ears, which get the table */}
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

/** The next even 1, 2 or 5 of a power of ten, so that the middle line is a whole number as well. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const top = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= value) ?? value
  return top % 2 === 0 ? top : top * 2
}
