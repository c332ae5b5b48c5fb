import type { Bucket } from '../lib/s3.ts'
import { TurnRefused } from './take.ts'
import { putTurn, renewal, renewed, type Turn } from './turn.ts'

export interface Keeper {
  /** Renews the turn where that is due; throws once it is another's. */
  beat(): void
  free(): void
}

export function keeperOf(bucket: Bucket, turn: Turn, etag: string): Keeper {
  let seen = etag
  let next = Date.now() + renewal * 1000
  return {
    beat() {
      if (Date.now() < next) return
      next = Date.now() + renewal * 1000
      const now = kept(bucket, turn, seen)
      if (!now)
        throw new TurnRefused(
          'Otro servidor tomó el turno: este se detiene. Lo que escribió después quedó en su carpeta.',
        )
      seen = now
    },
    free() {
      putTurn(bucket, { ...turn, isFree: true }, seen)
    },
  }
}

/** A bucket that is away is no reason to end: then nobody else takes the turn either. */
function kept(bucket: Bucket, turn: Turn, seen: string): string | undefined {
  try {
    return renewed(bucket, turn, seen)
  } catch (error) {
    console.error('turno:', error instanceof Error ? error.message : error)
    return seen
  }
}
