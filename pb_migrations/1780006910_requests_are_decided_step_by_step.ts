import { collection } from './collection.ts'
import { withoutTriggers } from './triggers.ts'

const run = (app: CoreApp, sql: string) => app.db().newQuery(sql).execute()

/** Today where the organisation is, as `today.ts` says it: days of people are not those of the database. */
const today = `CREATE VIEW civil_today AS
  SELECT date('now', CASE country
    WHEN 'AR' THEN '-3 hours'
    WHEN 'MX' THEN '-6 hours'
    WHEN 'CL' THEN iif(datetime('now') >= datetime(strftime('%Y-04-02', 'now'), 'weekday 0', '+3 hours')
      AND datetime('now') < datetime(strftime('%Y-09-02', 'now'), 'weekday 0', '+4 hours'), '-4 hours', '-3 hours')
    ELSE '-5 hours' END) AS day
  FROM settings LIMIT 1`

/**
 * What has to be filled for a step to be passed: one seat, or one of each person where all of them have to approve. Of versions at whose steps
 * nothing is there are none, and where nothing is at any step no version is looked at.
 */
const seats = `CREATE VIEW step_seats AS
  SELECT version.id AS version, step.key + 1 AS position, ifnull(one.value, '') AS seat,
    ifnull(step.value ->> 'ownAllowed', 0) AS ownAllowed, ifnull(step.value ->> 'group', '') AS "group",
    iif(one.value IS NULL, ifnull(step.value ->> 'people', '[]'), json_array(one.value)) AS people
  FROM format_versions AS version, json_each(iif(json_valid(version.route), version.route, '[]')) AS step
    LEFT JOIN json_each(iif(step.value ->> 'all', step.value ->> 'people', '[]')) AS one
  WHERE version.route != '[]' AND EXISTS (SELECT 1 FROM requests WHERE requests.step > 0)
    AND EXISTS (SELECT 1 FROM requests WHERE requests.formatVersion = version.id AND requests.step > 0)`

/** Whose a seat is today: groups and whether somebody is active are looked up, never copied. */
const holders = `CREATE VIEW step_holders AS
  SELECT version, position, seat, ownAllowed, users.id AS holder
  FROM step_seats, json_each(step_seats.people) AS named JOIN users ON users.id = named.value WHERE users.isActive
  UNION
  SELECT version, position, seat, ownAllowed, users.id
  FROM step_seats JOIN groups ON groups.id = step_seats."group", json_each(iif(json_valid(groups.members), groups.members, '[]')) AS member
    JOIN users ON users.id = member.value WHERE users.isActive`

/** Who fills a seat: whose it is (`holder`), or who stands in for that person today. */
const powers = `CREATE VIEW step_powers AS
  SELECT version, position, seat, ownAllowed, holder, holder AS person FROM step_holders
  UNION
  SELECT version, position, seat, ownAllowed, holder, users.id
  FROM step_holders JOIN substitutions ON substitutions.person = holder JOIN users ON users.id = substitutions.substitute
  WHERE users.isActive AND (SELECT day FROM civil_today) BETWEEN substitutions."from" AND substitutions."to"`

const deciders = `SELECT (version || position || seat || holder || person) AS id, CAST(version AS TEXT) AS version,
  CAST(position AS INT) AS position, CAST(seat AS TEXT) AS seat, CAST(ownAllowed AS INT) AS ownAllowed,
  CAST(holder AS TEXT) AS holder, CAST(person AS TEXT) AS person FROM step_powers`

const views = { civil_today: today, step_seats: seats, step_holders: holders, step_powers: powers }

/** A request's own people, whoever may decide its step now, and who decided one. Lists keep their rules: who decides has a call of ours for them. */
function readersOf(request: string): string {
  const power = '@collection.step_deciders'
  const decides = [
    `${request}step > 0`,
    `${power}.version ?= ${request}formatVersion`,
    `${power}.position ?= ${request}step`,
    `${power}.person ?= @request.auth.id`,
    `(${power}.ownAllowed ?= 1 || ${power}.holder ?!= ${request}owner)`,
  ].join(' && ')
  const decided = `${request}request_decisions_via_request.person ?= @request.auth.id`
  return `@request.auth.isActive = true && (${request}owner = @request.auth.id || @request.auth.role = '_admin' || (${decides}) || ${decided})`
}

const earlierReaders = (request: string) =>
  `@request.auth.isActive = true && (${request}owner = @request.auth.id || @request.auth.role = '_admin')`

/** Where a request is told by, seen from it and from what belongs to it. */
const told = { requests: '', request_documents: 'request.', request_revisions: 'request.' }
const untouched = ' && @request.body.step:isset = false'
const columns = '`formatVersion`, `step`, `created`, `submittedAt`, `owner`'

// Where a request stands in the route of its version, and who decided what. Who may decide is looked up in what the version, the groups and the
// substitutions say at that moment. Requests without a route stand at no step, and nothing is written for them.
migrate(
  (app) => {
    const versions = app.findCollectionByNameOrId('format_versions')
    versions.addIndex('idx_format_versions_route', false, '`format`', "`route` != '[]'")
    app.save(versions)
    const requests = app.findCollectionByNameOrId('requests')
    requests.fields.add(new NumberField({ name: 'step', onlyInt: true, min: 0, max: 10 }))
    requests.addIndex('idx_requests_step', false, columns, '`step` > 0')
    if (requests.createRule) requests.createRule += untouched
    if (requests.updateRule) requests.updateRule += untouched
    withoutTriggers(app, () => app.save(requests))
    for (const sql of Object.values(views)) run(app, sql)
    app.save(
      new Collection({
        type: 'view',
        name: 'step_deciders',
        listRule: null,
        viewRule: null,
        viewQuery: deciders,
      } as unknown as Partial<Collection>),
    )
    app.save(
      collection({
        type: 'base',
        name: 'request_decisions',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          {
            type: 'relation',
            name: 'request',
            collectionId: requests.id,
            required: true,
            maxSelect: 1,
            cascadeDelete: true,
          },
          { type: 'number', name: 'position', onlyInt: true, min: 1, max: 10 },
          { type: 'select', name: 'action', values: ['approve', 'return', 'reject'], maxSelect: 1 },
          { type: 'text', name: 'person', max: 15 },
          { type: 'text', name: 'holder', max: 15 },
          { type: 'bool', name: 'vacant' },
          { type: 'bool', name: 'counts' },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: [
          'CREATE INDEX `idx_request_decisions_request` ON `request_decisions` (`request`, `position`)',
          'CREATE INDEX `idx_request_decisions_person` ON `request_decisions` (`person`, `request`)',
        ],
      }),
    )
    for (const [name, request] of Object.entries(told)) {
      const read = app.findCollectionByNameOrId(name)
      read.viewRule = readersOf(request)
      app.save(read)
    }
  },
  (app) => {
    for (const [name, request] of Object.entries(told)) {
      const read = app.findCollectionByNameOrId(name)
      read.viewRule = earlierReaders(request)
      app.save(read)
    }
    for (const name of ['request_decisions', 'step_deciders']) app.delete(app.findCollectionByNameOrId(name))
    for (const name of Object.keys(views).reverse()) run(app, `DROP VIEW ${name}`)
    const requests = app.findCollectionByNameOrId('requests')
    requests.removeIndex('idx_requests_step')
    requests.fields.removeByName('step')
    requests.createRule = requests.createRule?.replace(untouched, '')
    requests.updateRule = requests.updateRule?.replace(untouched, '')
    withoutTriggers(app, () => app.save(requests))
    const versions = app.findCollectionByNameOrId('format_versions')
    versions.removeIndex('idx_format_versions_route')
    app.save(versions)
  },
)
