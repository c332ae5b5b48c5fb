import { json, type Params, propertiesOf } from '../lib/sql.ts'
import { decidable, type Powers, paramsOf } from './deciders.ts'

const plain = propertiesOf([
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
  'dueAt',
  'finality',
  'annulledAt',
  'step',
  'stepName',
])
const item = `${plain}, 'decidable', json(decidable)`

/** `RequestItem[]` for whoever has these powers: the requests of a query of row ids (`position`), in its order, with the names of what they point to. */
export function itemsAsJson(app: CoreApp, powers: Powers, query: string, params: Params, isReversed = false): string {
  return json(
    app,
    `SELECT requests.id, requests.number, requests.format, formats.code AS formatCode, formats.name AS formatName,
       requests.owner, users.name AS ownerName, requests.batch, ifnull(batches.number, '') AS batchNumber, requests.row,
       requests.status, requests.summary, requests.revision, requests.reason, requests.documentStatus,
       requests.documentNumber, requests.document, requests.created, requests.updated, requests.submittedAt, requests.decidedAt, requests.dueAt, requests.finality, requests.annulledAt,
       requests.step, iif(requests.step = 0, '', (SELECT iif(json_valid(route), json_extract(route, '$[' || (requests.step - 1) || '].name'), '')
         FROM format_versions WHERE id = requests.formatVersion)) AS stepName, iif(${decidable}, 'true', 'false') AS decidable
     FROM (SELECT position, row_number() OVER () AS place FROM (${query})) AS wanted
     CROSS JOIN requests ON requests.serial = wanted.position
     JOIN formats ON formats.id = requests.format
     JOIN users ON users.id = requests.owner
     LEFT JOIN batches ON batches.id = requests.batch
     ORDER BY wanted.place ${isReversed ? 'DESC' : 'ASC'}`,
    { ...params, ...paramsOf(powers) },
    item,
  )
}
