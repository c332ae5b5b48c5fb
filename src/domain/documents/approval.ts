import type { Notation } from '../money/notation.ts'
import { longDate, shortDate } from '../time/date.ts'

/** How a document came to be. */
export interface Approved {
  /** Whoever approved, as he was called then; empty where nobody had to. */
  by: string
  /** Name of the key of the program that approved. */
  keyName?: string | undefined
  /** When, by the organisation's clocks: `YYYY-MM-DDTHH:MM`. */
  at: string
  /** The one of the format that the document follows. */
  version: number
}

/** `2026-11-20T13:05` → «1:05 p. m.», which no line parts. */
function hourOf(at: string): string {
  const hour = Number(at.slice(11, 13))
  return `${hour % 12 || 12}:${at.slice(14, 16)} ${hour < 12 ? 'a' : 'p'}. m.`.replaceAll(' ', '\xa0')
}

/** Beside the code, to be read by everybody. */
export function approvalSentence({ by, keyName, at, version }: Approved): string {
  const hour = hourOf(at)
  const when = `el ${longDate(at.slice(0, 10))} a la${hour.startsWith('1:') ? '' : 's'} ${hour}`
  const program = keyName ? ` por medio de la clave «${keyName}»` : ''
  return `${by ? `Aprobó ${by}` : 'Hecho'}${program} ${when}, según la versión ${version} del formato.`
}

/** The same at the foot of each page, where there is room for little. */
export function approvalMark({ by, at, version }: Approved, { date }: Notation): string {
  return `${by ? 'Aprobado' : 'Hecho'} ${shortDate(at.slice(0, 10), date)}, ${hourOf(at)} · versión ${version}`
}
