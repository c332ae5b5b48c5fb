import { getLocalDay } from '../../src/domain/time/local-time.ts'
import { getOrganisationTimeZone } from '../lib/clock.ts'
import { queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { listNotifiedAdminIds } from '../notices/administrators.ts'
import { createNotices } from '../notices/create-notices.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Days before the end of the certificate on which administrators are notified, latest first. */
const noticeDays = [0, 3, 30]
const warning = 'Cámbielo antes. Después no se generan documentos definitivos ni anulados.'

/** Notifies administrators before the certificate of the seal ends and once it has ended, once for each of `noticeDays`. Called once an hour. */
export function notifySealEnd() {
  const certificate = engine.seals.certificate()
  if (!certificate) return
  const { fingerprint, until } = certificate
  const end = Date.parse(until.replace(' ', 'T'))
  const days = noticeDays.find((each) => end - Date.now() <= each * dayMs)
  if (days === undefined) return
  writeInTransaction($app, (tx) => {
    const sql =
      'INSERT OR IGNORE INTO seal_end_notices (fingerprint, days) VALUES ({:fingerprint}, {:days}) RETURNING days'
    if (!queryRow(tx, sql, { fingerprint, days }, { days: 0 })) return
    const to = getLocalDay(getOrganisationTimeZone(tx), end)
    const details = days === 0 ? { to, code: 'seal.expired' } : { to, text: warning }
    const news = listNotifiedAdminIds(tx).map((admin) => ({ to: admin, subjectId: '', details }))
    createNotices(tx, { kind: 'sealEnd', topic: 'sealEnd', news })
  })
}
