import { parseStoredJson } from '../lib/error-causes.ts'
import { queryRow } from '../lib/sql.ts'

/** Replaces the working copy by the published version in responses to users who are not administrators. */
export function replaceByPublishedFormat(e: core.RecordEnrichEvent) {
  const format = e.record
  const caller = e.requestInfo?.auth
  if (!format || caller?.isSuperuser() || caller?.getString('role') === '_admin') return e.next()
  const published = queryRow(
    e.app,
    `SELECT fields, body, signatures, paper, makesFinal, asksPassword, ifnull(delivery, '{}') AS delivery, ifnull(signing, '{}') AS signing, ifnull(external, '{}') AS external, ifnull(route, '[]') AS route FROM format_versions
     WHERE format = {:format} AND version = {:version}`,
    { format: format.id, version: format.getInt('version') },
    {
      fields: '',
      body: '',
      signatures: '',
      paper: '',
      makesFinal: 0,
      asksPassword: 0,
      delivery: '',
      signing: '',
      external: '',
      route: '',
    },
  )
  format.set('fields', parseStoredJson(published?.fields, []))
  format.set('body', published?.body ?? '')
  format.set('signatures', parseStoredJson(published?.signatures, []))
  format.set('paper', parseStoredJson(published?.paper, {}))
  format.set('makesFinal', published?.makesFinal === 1)
  format.set('asksPassword', published?.asksPassword === 1)
  format.set('delivery', parseStoredJson(published?.delivery, {}))
  format.set('signing', parseStoredJson(published?.signing, {}))
  format.set('external', parseStoredJson(published?.external, {}))
  format.set('route', parseStoredJson(published?.route, []))
  format.set('edited', false)
  format.set('groups', [])
  return e.next()
}
