import type { Bucket } from '../lib/s3.ts'
import { TurnRefused } from './take.ts'
import { life, putTurn, renewal, renewed, type Turn } from './turn.ts'

export interface Keeper {
  /** Renews the turn where that is due; throws once it is another's. */
  beat(): void
  free(): void
}

export function keeperOf(bucket: Bucket, turn: Turn, etag: string): Keeper {
  let seen = etag
  let last = Date.now()
  let next = last + renewal * 1000
  let isAway = false
  return {
    beat() {
      if (Date.now() < next) return
      next = Date.now() + renewal * 1000
      let now: string | undefined
      try {
        now = renewed(bucket, turn, seen)
      } catch (error) {
        // No reason to end: a service that hiccups must not stop the product. Whoever sees it may take the turn, and then this one ends.
        console.error('turno:', said(error))
        if (!isAway && Date.now() - last > life * 1000) console.error(warning)
        isAway ||= Date.now() - last > life * 1000
        return
      }
      if (!now)
        throw new TurnRefused(
          'Otro servidor tomó el turno: este se detiene. Lo que escribió después quedó en su carpeta.',
        )
      seen = now
      last = Date.now()
      if (isAway) console.error('turno: el almacén de la réplica volvió a responder.')
      isAway = false
    },
    free() {
      try {
        putTurn(bucket, { ...turn, isFree: true }, seen)
      } catch (error) {
        // It will be nobody's by itself.
        console.error('turno:', said(error))
      }
    },
  }
}

export const said = (error: unknown) => (error instanceof Error ? error.message : String(error))

const warning =
  'turno: ATENCIÓN: el almacén de la réplica no responde. Este servidor sigue atendiendo, pero su turno ya no vale. Si otra máquina lo toma, lo que se escriba aquí desde ahora queda solo en esta carpeta.'
