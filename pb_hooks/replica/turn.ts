import { recordId } from '../lib/record-id.ts'
import { askS3, type Bucket, type FarAnswer } from '../lib/s3.ts'

/** Whose turn it is to serve, as it stands in the bucket (`turno.json`): of two machines only one may write. */
export interface Turn {
  /** Of the folder of data that serves, which keeps it beside the database. */
  holder: string
  /** Of the process: two on one folder are two. */
  process: string
  host: string
  /** Each that takes the turn from another one follows the database to a place of its own (`base/3`), so that nobody writes between its lines. */
  epoch: number
  isFree: boolean
}

/** A turn as it stands, with what tells whether it was written since. */
export interface Seen {
  turn: Turn
  etag: string
  /** Seconds since it was written, by the clock of the bucket: those of two machines may differ. */
  age: number
}

const key = 'turno.json'
/** Seconds between two renewals, and after which one that was not renewed is of nobody. */
export const renewal = 2
export const life = 5

export function seenTurn(bucket: Bucket): Seen | undefined {
  const answer = askS3(bucket, 'GET', key)
  if (answer.status === 404) return undefined
  const turn = JSON.parse(toString(answer.bytes)) as Turn
  return { turn, etag: answer.header('Etag'), age: ageOf(answer) ?? 0 }
}

/** By the clock of the service, unless that is not told: then nobody knows, and a turn that may be of somebody is. */
function ageOf(answer: FarAnswer): number | undefined {
  const time = (name: string) => Date.parse(answer.header(name))
  const age = (time('Date') - time('Last-Modified')) / 1000
  return Number.isNaN(age) ? undefined : age
}

/** What of all this a service does not do, which would let two have the turn: said at the start. */
export function lackOf(bucket: Bucket): string {
  const key = `prueba-${recordId()}.json`
  const body = $filesystem.fileFromBytes('1', key)
  const write = (headers: Record<string, string>) => askS3(bucket, 'PUT', key, { body, headers })
  const first = write({ 'if-none-match': '*' })
  try {
    if (write({ 'if-none-match': '*' }).status !== 412) return 'If-None-Match'
    if (write({ 'if-match': '"0123456789abcdef0123456789abcdef"' }).status !== 412) return 'If-Match'
    if (write({ 'if-match': etagOf(first) }).status === 412) return 'If-Match'
    return ageOf(askS3(bucket, 'GET', key)) === undefined ? 'Date, Last-Modified' : ''
  } finally {
    askS3(bucket, 'DELETE', key)
  }
}

export const isHeld = ({ turn, age }: Seen) => !turn.isFree && age <= life

/** Writes it where it still stands as it was seen, or where there was none; gives what tells it apart, or undefined where another one was first. */
export function putTurn(bucket: Bucket, turn: Turn, seen: string | undefined): string | undefined {
  const condition: Record<string, string> = seen ? { 'if-match': seen } : { 'if-none-match': '*' }
  const answer = askS3(bucket, 'PUT', key, {
    body: $filesystem.fileFromBytes(JSON.stringify(turn), key),
    type: 'application/json',
    headers: condition,
    seconds: 4,
  })
  return answer.status === 412 ? undefined : etagOf(answer)
}

const etagOf = (answer: FarAnswer) => answer.header('Etag')

/** Renews it; undefined once it is another's. One that was written by us and never answered for is still ours. */
export function renewed(bucket: Bucket, turn: Turn, etag: string): string | undefined {
  const next = putTurn(bucket, turn, etag)
  if (next) return next
  const now = seenTurn(bucket)
  return now && now.turn.process === turn.process ? now.etag : undefined
}

export const freshTurn = (holder: string, epoch: number, host: string): Turn => ({
  holder,
  process: recordId(),
  host,
  epoch,
  isFree: false,
})
