import { recordId } from '../lib/record-id.ts'
import type { Bucket } from '../lib/s3.ts'
import { freshTurn, isHeld, life, putTurn, type Seen, seenTurn, type Turn } from './turn.ts'

/** Why a server may not begin; what the command says, no page ever does. */
const refusals = {
  held: 'Otro servidor ({host}) está atendiendo: renueva su turno cada dos segundos. Deténgalo primero; si ya no existe, espere unos segundos e inténtelo de nuevo.',
  busy: 'Ya hay un servidor con esta misma carpeta. Deténgalo antes de arrancar otro.',
  stale:
    'Esta carpeta quedó atrás: otro servidor ({host}) siguió después de ella. Guárdela aparte y arranque con una carpeta vacía: se restaura sola desde la réplica.',
  foreign:
    'En el almacén ya hay una réplica, y esta carpeta no viene de ella. Arranque con una carpeta vacía, o con otro almacén si es otra instalación.',
} as const

export class TurnRefused extends Error {}

/** What a folder knows: of whom it is, and whether there is a database in it. */
export interface Known {
  holder: string
  hasData: boolean
}

/** Takes the turn for a folder; waits as long as one that died would still hold it. */
export function takeTurn(bucket: Bucket, known: Known, host: string): { turn: Turn; etag: string } {
  for (let tries = 0; ; tries++) {
    const seen = seenTurn(bucket)
    const turn = turnAfter(seen, known, host)
    if (!seen || !isHeld(seen)) {
      const etag = putTurn(bucket, turn, seen?.etag)
      if (etag) return { turn, etag }
    }
    // Longer than one that is not renewed counts.
    if (tries > (life + 3) * 2)
      throw refused(seen && seen.turn.holder === known.holder ? 'busy' : 'held', seen?.turn.host ?? '')
    sleep(500)
  }
}

function turnAfter(seen: Seen | undefined, known: Known, host: string): Turn {
  if (!seen) return freshTurn(known.holder || recordId(), 1, host)
  if (seen.turn.holder === known.holder) return freshTurn(known.holder, seen.turn.epoch, host)
  if (known.hasData) throw refused(known.holder ? 'stale' : 'foreign', seen.turn.host)
  return freshTurn(recordId(), seen.turn.epoch + 1, host)
}

const refused = (why: keyof typeof refusals, host: string) => new TurnRefused(refusals[why].replace('{host}', host))
