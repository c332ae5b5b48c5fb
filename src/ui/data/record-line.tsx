import type { ReactNode } from 'react'
import s from './record-line.module.css'

/** Line of a list of records: name, details, and badges or buttons at the end. */
export function RecordLine({ name, details, children }: { name: ReactNode; details: ReactNode; children?: ReactNode }) {
  return (
    <li className={s.line}>
      <div className={s.text}>
        {typeof name === 'string' ? <strong>{name}</strong> : <span>{name}</span>}
        <span className="text-tertiary">{details}</span>
      </div>
      {children}
    </li>
  )
}
