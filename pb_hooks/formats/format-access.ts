import { externalOwnerId } from '../../src/domain/external/external-owner.ts'
import { createErrorResponse } from '../lib/http.ts'
import { queryRow } from '../lib/sql.ts'
import { isAdmin } from '../lib/users.ts'
import { findPublishedVersion, findVersion, type PublishedFormatVersion } from './versions.ts'

/**
 * Returns whether the user may request a format now: administrators always, others by its `access`. Groups that do not exist are ignored.
 * The requests of external people depend on `external` instead, which their call checks.
 */
function canRequestFormat(app: CoreApp, format: string, user: core.Record): boolean {
  if (isAdmin(user) || user.id === externalOwnerId) return true
  const query = `SELECT 1 AS n FROM formats WHERE id = {:format} AND (access != 'groups' OR EXISTS (
      SELECT 1 FROM json_each(iif(json_valid(formats.groups), formats.groups, '[]')) AS allowed
      JOIN groups ON groups.id = allowed.value, json_each(groups.members) AS member WHERE member.value = {:person}))`
  return queryRow(app, query, { format, person: user.id }, { n: 0 }) !== undefined
}

/**
 * Returns whether the user may read a published format: one that the user may request, has requested or decides. The rules of the collection check the
 * same.
 */
function canReadFormat(app: CoreApp, format: string, user: core.Record): boolean {
  const query = 'SELECT 1 AS n FROM limited_format_readers WHERE format = {:format} AND instr(people, {:person})'
  return (
    canRequestFormat(app, format, user) || queryRow(app, query, { format, person: user.id }, { n: 0 }) !== undefined
  )
}

/** Returns a version of a format, by default the published one. Refuses a format that the user may not read. */
export function requireReadableVersion(
  app: CoreApp,
  user: core.Record,
  format: string,
  formatVersion: string | undefined,
): PublishedFormatVersion {
  const version = formatVersion ? findVersion(app, formatVersion) : findPublishedVersion(app, format)
  if (version?.format !== format || !canReadFormat(app, format, user))
    throw createErrorResponse('format.notPublished', 400, { format: 'format.notPublished' })
  return version
}

export function refuseForbiddenFormat(app: CoreApp, format: string, user: core.Record) {
  if (!canRequestFormat(app, format, user)) throw createErrorResponse('format.access', 403, { format: 'format.access' })
}

/** Returns a function that checks the access to formats. Each format is checked once. */
export function createFormatAccessLookup(app: CoreApp, user: core.Record): (format: string) => boolean {
  const known = new Map<string, boolean>()
  return (format) => {
    const may = known.get(format) ?? canRequestFormat(app, format, user)
    known.set(format, may)
    return may
  }
}
