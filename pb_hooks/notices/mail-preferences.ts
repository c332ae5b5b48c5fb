import { defaultMailFrequencies, type MailFrequency, type NoticeKind } from '../../src/domain/notices/notice.ts'
import { mailPreferenceSchema } from '../../src/domain/notices/notice-input.ts'
import type { MailFrequencyByNoticeKind } from '../../src/domain/notices/notice-output.ts'
import { readInput } from '../lib/http.ts'
import { executeSql, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireUser } from '../lib/users.ts'
import { getMailTime } from './create-notices.ts'

/** `GET /api/app/notices/choices` → the user's `MailFrequencyByNoticeKind`. */
export function getMailPreferences(e: core.RequestEvent) {
  const shape = { kind: '' as NoticeKind, mail: '' as MailFrequency }
  const query = 'SELECT kind, mail FROM notice_choices WHERE person = {:me}'
  const choices: MailFrequencyByNoticeKind = { ...defaultMailFrequencies }
  for (const { kind, mail } of queryRows(e.app, query, { me: requireUser(e).id }, shape)) choices[kind] = mail
  return e.json(200, choices)
}

/** `PUT /api/app/notices/choices`: `{kind, mail}` → 204. Applies to pending notices of the kind too. */
export function saveMailPreference(e: core.RequestEvent) {
  const me = requireUser(e).id
  const { kind, mail } = readInput(e, mailPreferenceSchema)
  writeInTransaction(e.app, (tx) => {
    executeSql(
      tx,
      'INSERT INTO notice_choices (person, kind, mail) VALUES ({:me}, {:kind}, {:mail}) ON CONFLICT DO UPDATE SET mail = excluded.mail',
      { me, kind, mail },
    )
    executeSql(tx, `UPDATE notices SET mail = {:time} WHERE "to" = {:me} AND kind = {:kind} AND mail != ''`, {
      me,
      kind,
      time: getMailTime(kind, mail),
    })
  })
  return e.noContent(204)
}
