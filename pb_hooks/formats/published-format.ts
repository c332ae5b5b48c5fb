import { parseStoredJson } from '../lib/error-causes.ts'
import { findVersionRecord, readSettings } from './version-record.ts'

/** Replaces the working copy by the published version in responses to users who are not administrators. */
export function replaceByPublishedFormat(e: core.RecordEnrichEvent) {
  const format = e.record
  const caller = e.requestInfo?.auth
  if (!format || caller?.isSuperuser() || caller?.getString('role') === '_admin') return e.next()
  const published = findVersionRecord(e.app, format)
  format.load({
    ...readSettings(published),
    fields: parseStoredJson(published?.getString('fields'), []),
    body: published?.getString('body') ?? '',
    edited: false,
    groups: [],
  })
  return e.next()
}
