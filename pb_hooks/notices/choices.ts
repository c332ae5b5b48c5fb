import {
  defaultMailFrequencies,
  type MailChoices,
  type MailFrequency,
  type NoticeKind,
} from '../../src/domain/notices/notice.ts'
import { mailChoiceInput } from '../../src/domain/notices/notice-input.ts'
import { input } from '../lib/input.ts'
import { requireUser } from '../lib/people.ts'
import { rows, run } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'

/** `GET /api/app/notices/choices` → the user's `MailChoices`. */
export function mailChoices(e: core.RequestEvent) {
  const shape = { kind: '' as NoticeKind, mail: '' as MailFrequency }
  const query = 'SELECT kind, mail FROM notice_choices WHERE person = {:me}'
  const choices: MailChoices = { ...defaultMailFrequencies }
  for (const { kind, mail } of rows(e.app, query, { me: requireUser(e).id }, shape)) choices[kind] = mail
  return e.json(200, choices)
}

/** `PUT /api/app/notices/choices`: `{kind, mail}` → 204. Applies to pending notices of the kind too. */
export function chooseMail(e: core.RequestEvent) {
  const me = requireUser(e).id
  const { kind, mail } = input(e, mailChoiceInput)
  writing(e.app, (tx) => {
    run(
      tx,
      'INSERT INTO notice_choices (person, kind, mail) VALUES ({:me}, {:kind}, {:mail}) ON CONFLICT DO UPDATE SET mail = excluded.mail',
      { me, kind, mail },
    )
    const then = mail === 'never' || (kind === 'decided' && mail === 'now') ? '' : mail
    run(tx, `UPDATE notices SET mail = {:then} WHERE "to" = {:me} AND kind = {:kind} AND mail != ''`, {
      me,
      kind,
      then,
    })
  })
  return e.noContent(204)
}
