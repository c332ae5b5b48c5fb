import { json, type Params, propertiesOf } from '../lib/sql.ts'

const item = propertiesOf([
  'id',
  'number',
  'format',
  'formatCode',
  'formatName',
  'owner',
  'ownerName',
  'batch',
  'batchNumber',
  'row',
  'status',
  'summary',
  'revision',
  'reason',
  'documentStatus',
  'documentNumber',
  'document',
  'created',
  'updated',
  'submittedAt',
  'decidedAt',
  'finality',
  'annulledAt',
])

/** `RequestItem[]`: the requests of a query of row ids (`position`), in its order, with the names of what they point to. */
export function itemsAsJson(app: CoreApp, query: string, params: Params, isReversed = false): string {
  return json(
    app,
    `SELECT requests.id, requests.number, requests.format, formats.code AS formatCode, formats.name AS formatName,
       requests.owner, users.name AS ownerName, requests.batch, ifnull(batches.number, '') AS batchNumber, requests.row,
       requests.status, requests.summary, requests.revision, requests.reason, requests.documentStatus,
       requests.documentNumber, requests.document, requests.created, requests.updated, requests.submittedAt, requests.decidedAt, requests.finality, requests.annulledAt
     FROM (SELECT position, row_number() OVER () AS place FROM (${query})) AS wanted
     CROSS JOIN requests ON requests.serial = wanted.position
     JOIN formats ON formats.id = requests.format
     JOIN users ON users.id = requests.owner
     LEFT JOIN batches ON batches.id = requests.batch
     ORDER BY wanted.place ${isReversed ? 'DESC' : 'ASC'}`,
    params,
    item,
  )
}
