import { type DerivedTable, defineRebuiltTable, defineSupersetTable } from './derived-table.ts'
import { derivedReportHistoryTables } from './report-history-tables.ts'

const amountTypes = "('money', 'integer', 'decimal', 'computed')"

/** Query for the waiting time of each stage in seconds. Must match the trigger `request_decisions_insert_step`. */
const steps = `SELECT DISTINCT done.created, requests.serial,
    ifnull(iif(json_valid(version.route), version.route, '[]') ->> ('$[' || (done.position - 1) || '].key'), ''), done.person, requests.format,
    max(0, unixepoch(done.created) - unixepoch(max(
      ifnull((SELECT max(created) FROM events WHERE subjectId = done.request AND action IN ('submit', 'reopen') AND created <= done.created),
        iif(requests.batch = '', requests.submittedAt, requests.created)),
      ifnull((SELECT max(created) FROM request_decisions AS earlier WHERE earlier.request = done.request
        AND earlier.position < done.position AND earlier.created <= done.created), ''))))
  FROM request_decisions AS done JOIN requests ON requests.id = done.request JOIN format_versions AS version ON version.id = requests.formatVersion`

/** Returns the query of amounts in approved requests, in whole units and millionths. Must match the trigger `requests_update_amounts`. */
const amounts = (which: string) => `SELECT format, key, decidedAt, position, CAST(text AS INTEGER),
    CAST(substr(substr(text, instr(text || '.', '.') + 1) || '000000', 1, 6) AS INTEGER) * iif(text LIKE '-%', -1, 1)
  FROM (SELECT amount_keys.format, amount_keys.key, decidedAt, requests.serial AS position,
      CAST(json_extract(requests."values", '$.' || amount_keys.key) AS TEXT) AS text
    FROM requests JOIN amount_keys USING (format) WHERE requests.status = 'approved' AND decidedAt != '' ${which})
  WHERE text GLOB '*[0-9]' AND text NOT GLOB '?*[^0-9.]*' AND text GLOB '[-0-9]*'`
/** SQL condition that the field is an amount in the request's own version. */
const ofItsVersion = `AND EXISTS (SELECT 1 FROM format_versions AS version, json_each(version.fields) AS field
  WHERE version.id = requests.formatVersion AND field.value ->> 'key' = amount_keys.key AND field.value ->> 'type' IN ${amountTypes})`
const storedAmounts = 'SELECT * FROM request_amounts'
const surplus = `${storedAmounts} EXCEPT ${amounts('')}`
const missing = `${amounts(ofItsVersion)} EXCEPT ${storedAmounts}`

export const derivedReportTables: DerivedTable[] = [
  defineSupersetTable(
    'amount_keys',
    'format, key',
    `SELECT format, value ->> 'key' FROM format_versions, json_each(fields) WHERE value ->> 'type' IN ${amountTypes}
     EXCEPT SELECT format, key FROM amount_keys`,
  ),
  {
    name: 'request_amounts',
    surplus,
    missing,
    repair: [
      `DELETE FROM request_amounts WHERE (format, key, decidedAt, position) IN (SELECT format, key, decidedAt, position FROM (${surplus}))`,
      `INSERT OR REPLACE INTO request_amounts ${missing}`,
    ],
  },
  defineRebuiltTable('reported_steps', 'decidedAt, position, step, reviewer', steps),
  ...derivedReportHistoryTables,
]
