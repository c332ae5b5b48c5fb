import type { MailTest } from '../../src/domain/settings/settings-output.ts'
import { recordEvent } from '../lib/events.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { sendMailNow } from './mail-queue.ts'
import { buildTestMail } from './mails.ts'
import { getServerAnswer } from './undelivered-mails.ts'

/** `POST /api/app/mail/test` → `MailTest`. Sends a mail to the caller immediately and returns the answer of the mail server. */
export function testMail(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const test = attemptTestMail(e.app, caller)
  writeInTransaction(e.app, (tx) => {
    // Sending takes up to half a minute, so the caller's rights may have ended meanwhile.
    const actor = requireActiveAdmin(tx, caller)
    recordEvent(tx, {
      subject: 'settings',
      subjectId: getSettingsRecord(tx).id,
      actor,
      action: 'testMail',
      to: test.result,
      ...(test.answer && { details: { answer: test.answer } }),
    })
  })
  return e.json(200, test)
}

function attemptTestMail(app: CoreApp, caller: core.Record): MailTest {
  const to = caller.email()
  try {
    sendMailNow(buildTestMail(app, caller))
    return { result: app.settings().smtp.enabled ? 'sent' : 'saved', to, answer: '' }
  } catch (error) {
    return { result: 'failed', to, answer: getServerAnswer(error) }
  }
}
