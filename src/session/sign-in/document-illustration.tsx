import s from './document-illustration.module.css'

const lineWidths = [92, 100, 97, 58, 0, 100, 94, 99, 71, 0, 96, 40]

/** Decorative drawing of a preliminary document on a guilloche background, as on banknotes and certificates. */
export function DocumentIllustration() {
  return (
    <div className={s.ground} aria-hidden="true">
      <div className={s.guilloche} />
      <div className={s.paper}>
        <div className={s.head}>
          <span>CL-2026-000147</span>
          <span>1 / 1</span>
        </div>
        <p className={s.title}>Carta laboral</p>
        <div className={s.lines}>
          {lineWidths.map((width, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
            <span key={line} style={{ width: `${width}%` }} />
          ))}
        </div>
        <span className={s.signature} />
        <span className={s.stamp}>PRELIMINAR</span>
      </div>
    </div>
  )
}
