import { foldCaseAndAccentsSql } from '../../../src/domain/text/case-folding.ts'
import { type DerivedTable, defineRebuiltTable, defineSupersetTable, emptyResultQuery } from './derived-table.ts'
import { derivedReportTables } from './report-tables.ts'

const uniqueValueColumns = 'format, key, value, request'
const uniqueValue = foldCaseAndAccentsSql(`json_extract(requests."values", '$.' || keys.key)`)
const openValuesQuery = `SELECT keys.format, keys.key, ${uniqueValue} AS value, requests.id AS request
  FROM unique_keys AS keys JOIN requests ON requests.format = keys.format
  WHERE requests.status IN ('submitted', 'returned') AND ifnull(${uniqueValue}, '') != ''`
const holdersQuery = `SELECT ${uniqueValueColumns} FROM unique_holders`
const waitersQuery = `SELECT ${uniqueValueColumns} FROM unique_waiters`
const missingHoldersQuery = `SELECT * FROM (${openValuesQuery} EXCEPT ${holdersQuery}) AS wait`
/**
 * SQL condition: the request of the row `wait` is not submitted, or its field was not unique in its version. Only such a
 * request may wait for a value that another request uses, as trigger `unique_waiters_refuse_submitted` enforces.
 */
const canWaitCondition = `NOT EXISTS (
  SELECT 1 FROM requests JOIN format_versions AS version ON version.id = requests.formatVersion, json_each(version.fields) AS field
  WHERE requests.id = wait.request AND requests.status = 'submitted' AND field.value ->> 'key' = wait.key AND field.value ->> 'unique')`
const buildDelete = (table: string, which: string) => `DELETE FROM ${table} WHERE (${uniqueValueColumns}) IN (${which})`

/** SQL expression of the document type: definitive, provisional or annulled. */
const documentKind = "iif(annulledAt = '', finality, 'annulled')"
const stateColumns = 'substr(status, 1, 3), unixepoch(created)'

/** SQL condition: the request's stage is invalid. Only pending requests are at a stage, and only at stages of their version. */
const invalidStageCondition = `step > 0 AND (status != 'submitted' OR step > (SELECT ifnull(json_array_length(iif(json_valid(route), route, '[]')), 0)
  FROM format_versions WHERE format_versions.id = requests.formatVersion))`

/** Derived tables in repair order, because later tables depend on earlier ones. */
export const derivedTables: DerivedTable[] = [
  {
    name: 'requests.step',
    surplus: `SELECT id FROM requests INDEXED BY idx_requests_step WHERE ${invalidStageCondition}`,
    missing: emptyResultQuery,
    repair: [`UPDATE requests SET step = 0 WHERE ${invalidStageCondition}`],
  },
  defineSupersetTable(
    'request_owners',
    'owner',
    'SELECT DISTINCT owner FROM requests WHERE owner NOT IN (SELECT owner FROM request_owners)',
  ),
  defineRebuiltTable(
    'request_states',
    'position',
    `SELECT serial, ${stateColumns}, substr(${documentKind}, 1, 3) FROM requests`,
  ),
  defineRebuiltTable(
    'request_places',
    'place',
    `SELECT n << 32 | requests.serial, ${stateColumns}, format, batch, substr(${documentKind}, 1, 3)
     FROM requests JOIN request_owners ON request_owners.owner = requests.owner`,
  ),
  // `repairSearchIndex` compares it.
  { name: 'request_search', surplus: emptyResultQuery, missing: emptyResultQuery, repair: [] },
  defineRebuiltTable(
    'request_counts',
    'owner, format, batch, status, kind',
    `SELECT owner, format, batch, status, ${documentKind} AS kind, count(*) FROM requests GROUP BY owner, format, batch, status, kind`,
    'SELECT * FROM request_counts WHERE n != 0',
  ),
  // Triggers update this table when `request_counts` changes.
  defineRebuiltTable(
    'request_totals',
    'format, status, kind',
    `SELECT format, status, ${documentKind} AS kind, count(*) FROM requests GROUP BY format, status, kind`,
    'SELECT * FROM request_totals WHERE n != 0',
  ),
  defineRebuiltTable(
    'request_waiting',
    'formatVersion, step, manager, owner, dueAt',
    `SELECT iif(step > 0, formatVersion, ''), step, manager, iif(step > 0, owner, ''), dueAt, count(*) FROM requests
     WHERE status = 'submitted' AND (step > 0 OR dueAt != '') GROUP BY 1, 2, 3, 4, 5`,
  ),
  defineRebuiltTable(
    'request_hours',
    'hour',
    `SELECT hour, sum(submitted), sum(decided) FROM (
       SELECT substr(submittedAt, 1, 13) AS hour, 1 AS submitted, 0 AS decided FROM requests WHERE submittedAt != ''
       UNION ALL SELECT substr(decidedAt, 1, 13), 0, 1 FROM requests WHERE decidedAt != '') GROUP BY hour`,
    'SELECT * FROM request_hours WHERE submitted != 0 OR decided != 0',
  ),
  defineSupersetTable(
    'unique_keys',
    'format, key',
    `SELECT format, value ->> 'key' FROM format_versions, json_each(fields) WHERE value ->> 'unique'
     EXCEPT SELECT format, key FROM unique_keys`,
  ),
  {
    name: 'unique_holders',
    surplus: `${holdersQuery} EXCEPT ${openValuesQuery}`,
    missing: `SELECT format, key, value FROM (${openValuesQuery}) EXCEPT SELECT format, key, value FROM unique_holders`,
    // Deletes outdated waiters first, because deleting a holder gives its value to the next waiter.
    repair: [
      buildDelete('unique_waiters', `${waitersQuery} EXCEPT ${openValuesQuery}`),
      buildDelete('unique_holders', `${holdersQuery} EXCEPT ${openValuesQuery}`),
      `INSERT OR IGNORE INTO unique_holders SELECT ${uniqueValueColumns} FROM (${openValuesQuery})
       ORDER BY (SELECT number FROM requests WHERE id = request)`,
      buildDelete('unique_waiters', holdersQuery),
    ],
  },
  {
    name: 'unique_waiters',
    surplus: `${waitersQuery} EXCEPT ${missingHoldersQuery}`,
    missing: `${missingHoldersQuery} WHERE ${canWaitCondition} EXCEPT ${waitersQuery}`,
    repair: [
      buildDelete('unique_waiters', `${waitersQuery} EXCEPT ${missingHoldersQuery}`),
      `INSERT INTO unique_waiters SELECT * FROM (${missingHoldersQuery} WHERE ${canWaitCondition} EXCEPT ${waitersQuery})`,
    ],
  },
  ...derivedReportTables,
]
