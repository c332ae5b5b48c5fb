import { asRecounted, atLeast, type Followed } from './followed.ts'

const amountTypes = "('money', 'integer', 'decimal', 'computed')"

/** How long each step waited, in the words of the trigger `steps_are_decided`. */
const steps = `SELECT DISTINCT done.created, requests.serial,
    ifnull(iif(json_valid(version.route), version.route, '[]') ->> ('$[' || (done.position - 1) || '].key'), ''), done.person, requests.format,
    max(0, unixepoch(done.created) - unixepoch(max(
      ifnull((SELECT max(created) FROM events WHERE subjectId = done.request AND action IN ('submit', 'reopen') AND created <= done.created),
        iif(requests.batch = '', requests.submittedAt, requests.created)),
      ifnull((SELECT max(created) FROM request_decisions AS earlier WHERE earlier.request = done.request
        AND earlier.position < done.position AND earlier.created <= done.created), ''))))
  FROM request_decisions AS done JOIN requests ON requests.id = done.request JOIN format_versions AS version ON version.id = requests.formatVersion`

/** What approved requests say under the keys that hold amounts, in the words of the trigger `requests_are_decided`. */
const amounts = (which: string) => `SELECT format, key, decidedAt, position, CAST(text AS INTEGER),
    CAST(substr(substr(text, instr(text || '.', '.') + 1) || '000000', 1, 6) AS INTEGER) * iif(text LIKE '-%', -1, 1)
  FROM (SELECT amount_keys.format, amount_keys.key, decidedAt, requests.serial AS position,
      CAST(json_extract(requests."values", '$.' || amount_keys.key) AS TEXT) AS text
    FROM requests JOIN amount_keys USING (format) WHERE requests.status = 'approved' AND decidedAt != '' ${which})
  WHERE text GLOB '*[0-9]' AND text NOT GLOB '?*[^0-9.]*' AND text GLOB '[-0-9]*'`
/** A key that is an amount since a later version says nothing of those before. */
const ofItsVersion = `AND EXISTS (SELECT 1 FROM format_versions AS version, json_each(version.fields) AS field
  WHERE version.id = requests.formatVersion AND field.value ->> 'key' = amount_keys.key AND field.value ->> 'type' IN ${amountTypes})`
const kept = 'SELECT * FROM request_amounts'
const surplus = `${kept} EXCEPT ${amounts('')}`
const missing = `${amounts(ofItsVersion)} EXCEPT ${kept}`

/** The last decision of each request, which it tells itself; how long that waited nobody else knows. */
const last = `SELECT decidedAt, serial AS position, CASE status WHEN 'approved' THEN 'approve' WHEN 'returned' THEN 'return' ELSE 'reject' END AS action,
    reviewer, format FROM requests WHERE decidedAt != '' AND status IN ('approved', 'returned', 'rejected')`
const told = 'decidedAt, position, action, reviewer, format'
/** What was decided before that was kept bears the moment of its event, which is not quite that of the request. */
const lost = `SELECT * FROM (${last}) AS last WHERE NOT EXISTS (SELECT 1 FROM reported_decisions AS kept
  WHERE kept.position = last.position AND (kept.action, kept.reviewer, kept.format) = (last.action, last.reviewer, last.format)
    AND abs(unixepoch(kept.decidedAt) - unixepoch(last.decidedAt)) < 60)`
const before = (among: string) => `ifnull(lag(decidedAt) OVER (PARTITION BY ${among} ORDER BY decidedAt), '')`
/** When the same was done before, which each decision says. */
const chain = `SELECT decidedAt, position, ${before('position')} AS before, ${before('position, action')} AS alike,
    ${before('position, reviewer')} AS own, ${before('position, action, reviewer')} AS ownAlike FROM reported_decisions`
const orphans = 'SELECT decidedAt, position FROM reported_decisions WHERE position NOT IN (SELECT serial FROM requests)'

/** What reports are counted from. */
export const reported: Followed[] = [
  atLeast(
    'amount_keys',
    'format, key',
    `SELECT format, value ->> 'key' FROM format_versions, json_each(fields) WHERE value ->> 'type' IN ${amountTypes}
     EXCEPT SELECT format, key FROM amount_keys`,
  ),
  {
    name: 'request_amounts',
    surplus,
    missing,
    mend: [
      `DELETE FROM request_amounts WHERE (format, key, decidedAt, position) IN (SELECT format, key, decidedAt, position FROM (${surplus}))`,
      `INSERT OR REPLACE INTO request_amounts ${missing}`,
    ],
  },
  {
    name: 'reported_decisions',
    surplus: `${orphans} UNION SELECT decidedAt, position FROM (SELECT decidedAt, position, before, alike, own, ownAlike FROM reported_decisions EXCEPT ${chain})`,
    missing: lost,
    mend: [
      `DELETE FROM reported_decisions WHERE (decidedAt, position) IN (${orphans})`,
      `INSERT INTO reported_decisions (${told}, before, alike, own, ownAlike) SELECT *, '', '', '', '' FROM (${lost}) WHERE TRUE
       ON CONFLICT DO UPDATE SET (action, reviewer, format) = (excluded.action, excluded.reviewer, excluded.format)`,
      `UPDATE reported_decisions SET (before, alike, own, ownAlike) = (now.before, now.alike, now.own, now.ownAlike) FROM (${chain}) AS now
       WHERE now.decidedAt = reported_decisions.decidedAt AND now.position = reported_decisions.position`,
    ],
  },
  asRecounted('reported_steps', 'decidedAt, position, step, reviewer', steps),
]
