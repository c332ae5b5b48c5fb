import { readable } from '../lib/faults.ts'
import { row } from '../lib/sql.ts'

/** Replaces the working copy by the published version in responses to users who are not administrators. */
export function showPublished(e: core.RecordEnrichEvent) {
  const format = e.record
  const asker = e.requestInfo?.auth
  if (!format || asker?.isSuperuser() || asker?.getString('role') === '_admin') return e.next()
  const published = row(
    e.app,
    `SELECT fields, body, signatures, paper, makesFinal, ifnull(route, '[]') AS route FROM format_versions
     WHERE format = {:format} AND version = {:version}`,
    { format: format.id, version: format.getInt('version') },
    { fields: '', body: '', signatures: '', paper: '', makesFinal: 0, route: '' },
  )
  format.set('fields', readable(published?.fields, []))
  format.set('body', published?.body ?? '')
  format.set('signatures', readable(published?.signatures, []))
  format.set('paper', readable(published?.paper, {}))
  format.set('makesFinal', published?.makesFinal === 1)
  format.set('route', readable(published?.route, []))
  format.set('edited', false)
  format.set('offer', null)
  return e.next()
}
