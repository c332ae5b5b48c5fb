import { stamp } from '../lib/clock.ts'
import { run } from '../lib/sql.ts'

/** Milliseconds between two mails of one kind to one person: what comes meanwhile is gathered into one. */
const pause = 300_000

/** In SQL with `lately()`: whether a person got a mail of a kind a moment ago, but for what a clock that went wrong has noted. */
export const mailedLately = (person: string, kind: string) =>
  `EXISTS (SELECT 1 FROM notice_mails AS before WHERE before.person = ${person} AND before.kind = ${kind} AND before.at BETWEEN {:since} AND {:ahead})`
export const lately = () => ({ since: stamp(Date.now() - pause), ahead: stamp(Date.now() + pause) })

export function noteMailed(app: CoreApp, person: string, kind: string, at = Date.now()) {
  run(
    app,
    'INSERT INTO notice_mails (person, kind, at) VALUES ({:person}, {:kind}, {:at}) ON CONFLICT DO UPDATE SET at = excluded.at',
    { person, kind, at: stamp(at) },
  )
}

/** While a mail is on its way no other sender begins one; who dies meanwhile leaves it to the next minute. */
export const noteMailing = (app: CoreApp, person: string, kind: string) =>
  noteMailed(app, person, kind, Date.now() - pause + 60_000)
