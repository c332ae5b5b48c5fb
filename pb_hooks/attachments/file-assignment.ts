import { parseAttachments } from '../../src/domain/attachments/attachment.ts'
import type { Field, Row, Values } from '../../src/domain/fields/field.ts'
import { getOwnValue } from '../../src/domain/fields/value-lookup.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { executeSql, queryRows } from '../lib/sql.ts'

const filterFileFields = (fields: readonly Field[]) => fields.filter(({ type }) => type === 'file')

export const hasFileFields = (fields: readonly Field[]): boolean => filterFileFields(fields).length > 0

export function collectFileIds(fields: readonly Field[], values: Values): string[] {
  return filterFileFields(fields).flatMap(({ key }) => parseAttachments(getOwnValue(values, key)).map(({ id }) => id))
}

interface FileHolder {
  /** Id of a draft, or of the request that a batch row will become. */
  id: string
  files: string[]
}

/**
 * Assigns files to the drafts and rows that refer to them, if `owner` uploaded them and they are unassigned. Releases
 * files that no draft or row refers to any more, unless they were submitted.
 */
export function assignFiles(tx: CoreApp, owner: string, holders: FileHolder[]) {
  const params = { owner, holders: JSON.stringify(holders), now: formatTimestamp() }
  const named =
    "SELECT holder.value ->> 'id' AS request, file.value AS id FROM json_each({:holders}) AS holder, json_each(holder.value, '$.files') AS file"
  executeSql(
    tx,
    `UPDATE attachments SET request = named.request, updated = {:now} FROM (${named}) AS named
     WHERE attachments.id = named.id AND owner = {:owner} AND attachments.request = ''`,
    params,
  )
  executeSql(
    tx,
    `UPDATE attachments SET request = '', updated = {:now}
     WHERE request IN (SELECT value ->> 'id' FROM json_each({:holders})) AND sent = FALSE AND (request, id) NOT IN (${named})`,
    params,
  )
}

export function assignDraftFiles(tx: CoreApp, draft: FileOwner, fields: readonly Field[], values: Values) {
  if (hasFileFields(fields)) assignFiles(tx, draft.owner, [{ id: draft.id, files: collectFileIds(fields, values) }])
}

/** Deletes the attachment records of a draft and returns their files, which the caller must delete. */
export function deleteDraftFiles(tx: CoreApp, request: string): { id: string; file: string }[] {
  return queryRows(
    tx,
    'DELETE FROM attachments WHERE request = {:request} RETURNING id, file',
    { request },
    { id: '', file: '' },
  )
}

interface FileOwner {
  id: string
  owner: string
}

/** Stored files to which the requests of a transaction refer. */
export interface StoredFileLookup {
  /** Returns the values with the names and sizes of the stored files, because the client's are not trusted. */
  withStoredNames(fields: readonly Field[], values: Values, request: FileOwner): Values
  /** Returns error codes of fields whose files are not available to this request. */
  findErrors(fields: readonly Field[], values: Values, request: FileOwner): Record<string, 'attachment.unknown'>
}

const shape = { id: '', name: '', size: 0, owner: '', request: '' }

export function loadStoredFiles(tx: CoreApp, all: { fields: readonly Field[]; values: Values }[]): StoredFileLookup {
  const ids = JSON.stringify(all.flatMap(({ fields, values }) => collectFileIds(fields, values)))
  const found = queryRows(
    tx,
    'SELECT id, name, size, owner, request FROM attachments WHERE id IN (SELECT value FROM json_each({:ids}))',
    { ids },
    shape,
  )
  const byId = new Map(found.map((file) => [file.id, file]))
  const ofRequest = (id: string, request: FileOwner) => {
    const file = byId.get(id)
    const isOwn = file?.owner === request.owner && (file.request === '' || file.request === request.id)
    return isOwn ? file : undefined
  }
  // Assigns a file to the first request that refers to it; returns undefined for later requests.
  const taken = (id: string, request: FileOwner) => {
    const file = ofRequest(id, request)
    if (file) file.request = request.id
    return file
  }
  return {
    withStoredNames(fields, values, request) {
      const named: Values = { ...values }
      for (const { key } of filterFileFields(fields)) {
        const value = getOwnValue(values, key)
        if (!Array.isArray(value)) continue
        named[key] = (value as Row[]).map((one) => {
          const known = ofRequest(String(one?.id), request)
          return known ? { id: known.id, name: known.name, size: known.size } : one
        })
      }
      return named
    },
    findErrors(fields, values, request) {
      const missing = filterFileFields(fields).filter(({ key }) =>
        parseAttachments(getOwnValue(values, key)).some(({ id }) => !taken(id, request)),
      )
      return Object.fromEntries(missing.map(({ key }) => [key, 'attachment.unknown' as const]))
    },
  }
}

/** Marks the files of submitted requests as sent, so that later changes of the request do not release them. */
export function markFilesAsSent(tx: CoreApp, sent: { id: string; files?: string[] }[]) {
  const assignments = sent.filter(({ files }) => files?.length).map(({ id, files }) => ({ id, files }))
  if (assignments.length)
    executeSql(
      tx,
      `UPDATE attachments SET request = given.request, sent = TRUE, updated = {:now}
       FROM (SELECT each.value ->> 'id' AS request, file.value AS id FROM json_each({:given}) AS each, json_each(each.value, '$.files') AS file) AS given
       WHERE attachments.id = given.id AND attachments.request IN ('', given.request)`,
      { given: JSON.stringify(assignments), now: formatTimestamp() },
    )
}
