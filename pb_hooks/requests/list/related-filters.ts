import type { DeliveryFilter } from '../../../src/domain/deliveries/delivery.ts'
import type { SigningFilter } from '../../../src/domain/links/signing.ts'
import type { RequestFilter } from '../../../src/domain/requests/request-filter.ts'
import { addDays, getStartOfDay } from '../../../src/domain/time/local-time.ts'
import { deliveryFilterConditions } from '../../deliveries/delivery-state.ts'
import { formatTimestamp, getOrganisationTimeZone } from '../../lib/clock.ts'
import type { QueryParams } from '../../lib/sql.ts'
import { buildSigningFilter } from '../signing/signing-state.ts'
import { combineConditions, omitEmptyValues } from './columns.ts'

/** Function that returns an SQL condition on tables related to a request. `rowId`: SQL of the row id of the request. */
export type RelatedCondition = (rowId: string) => string

type TimeBounds = Partial<Record<'from' | 'to', string>>

interface RelatedFilters {
  /** Time range of creation; empty if the range applies to submission or decision. */
  created: TimeBounds
  related: RelatedCondition[]
  params: QueryParams
}

/**
 * Converts filters on submissions, decisions, stages and amounts to SQL. `isNarrow`: other filters leave few requests, so each request is looked up
 * individually.
 */
export function buildRelatedFilters(app: CoreApp, filter: RequestFilter, isNarrow: boolean): RelatedFilters {
  const { from, to, dates, decision, reviewer, step, amount, format, delivery, signing, privacy } = filter
  const bounds = getTimeBounds(app, from, to)
  const related = dates === 'submitted' && (from || to) ? [buildSubmittedCondition(bounds, isNarrow)] : []
  if (delivery) related.push(buildDeliveryCondition(delivery, isNarrow))
  if (signing) related.push(buildSigningCondition(signing, isNarrow))
  if (privacy) related.push(buildMatch(privacyClause, isNarrow))
  const decidedWithin = dates === 'decided' ? buildRangeConditions('decidedAt', bounds) : []
  const byReviewer = reviewer ? ['reviewer = {:reviewer}'] : []
  const ofFormat = format ? ['format = {:reportedFormat}'] : []
  const reportedIn = isNarrow ? buildReportedLookup : buildReportedSet
  if (step) related.push(reportedIn('reported_steps', [...ofFormat, 'step = {:step}', ...byReviewer, ...decidedWithin]))
  if (amount) related.push(reportedIn('request_amounts', [...ofFormat, 'key = {:amount}', ...decidedWithin]))
  const ofDecision = [...(decision ? ['action = {:decision}'] : []), ...(step ? [] : byReviewer)]
  if (ofDecision.length || (dates === 'decided' && !step && !amount))
    related.push(reportedIn('reported_decisions', [...ofDecision, ...decidedWithin]))
  const params = omitEmptyValues({
    decision,
    reviewer,
    step,
    amount,
    privacy,
    reportedFormat: step || amount ? format : '',
  })
  const isCreation = !dates || dates === 'created'
  return isCreation ? { created: bounds, related, params } : { created: {}, related, params: { ...params, ...bounds } }
}

const buildReportedSet =
  (table: string, conditions: string[]): RelatedCondition =>
  (rowId) =>
    `${rowId} IN (SELECT position FROM ${table} WHERE ${combineConditions(conditions)})`

/**
 * Returns a condition that looks up each request separately, which is faster for few requests than reading all
 * decisions.
 */
const buildReportedLookup =
  (table: string, conditions: string[]): RelatedCondition =>
  (rowId) => {
    const indexKeys = table === 'request_amounts' ? [amountKeys(rowId)] : []
    return `EXISTS (SELECT 1 FROM ${table} WHERE ${combineConditions([`${table}.position = ${rowId}`, ...indexKeys, ...conditions])})`
  }

const buildDeliveryCondition = (delivery: DeliveryFilter, isNarrow: boolean) =>
  buildMatch(
    `FROM links JOIN requests AS matching ON matching.id = links.request WHERE links.purpose = 'deliver' AND ${deliveryFilterConditions[delivery]}`,
    isNarrow,
  )

const buildSigningCondition = (signing: SigningFilter, isNarrow: boolean) =>
  buildMatch(`FROM requests AS matching WHERE ${buildSigningFilter(signing, isNarrow)}`, isNarrow)

/** Returns a condition that a request is in `matching`; `from`: SQL of a query of that table. */
const buildMatch =
  (from: string, isNarrow: boolean): RelatedCondition =>
  (rowId) =>
    isNarrow
      ? `EXISTS (SELECT 1 ${from} AND matching.serial = ${rowId})`
      : `${rowId} IN (SELECT matching.serial ${from})`

// Repeats the condition of the partial index, so that SQLite uses it.
const privacyClause = "FROM requests AS matching WHERE matching.privacy != '' AND matching.privacy = +{:privacy}"

/** SQL condition on the first columns of the amounts index. */
const amountKeys = (rowId: string) =>
  `(format, decidedAt) = (SELECT paid.format, paid.decidedAt FROM requests AS paid WHERE paid.serial = ${rowId})`

/** Converts dates in the time zone of the installation, both inclusive, to timestamps. */
function getTimeBounds(app: CoreApp, from: string | undefined, to: string | undefined): TimeBounds {
  if (!from && !to) return {}
  const zone = getOrganisationTimeZone(app)
  return {
    ...(from ? { from: formatTimestamp(getStartOfDay(from, zone)) } : {}),
    ...(to ? { to: formatTimestamp(getStartOfDay(addDays(to, 1), zone)) } : {}),
  }
}

function buildRangeConditions(column: string, { from, to }: TimeBounds): string[] {
  return [...(from ? [`${column} >= {:from}`] : []), ...(to ? [`${column} < {:to}`] : [])]
}

/**
 * Returns the condition on submission times. The table `requests` has the last submission of a request, and
 * `previous_submissions` those before the request was returned.
 */
function buildSubmittedCondition(bounds: TimeBounds, isNarrow: boolean): RelatedCondition {
  const within = combineConditions(buildRangeConditions('submittedAt', bounds))
  const last = `FROM requests AS sent WHERE submittedAt != '' AND ${within}`
  const earlier = `FROM previous_submissions AS sent WHERE ${within}`
  if (!isNarrow) return (rowId) => `${rowId} IN (SELECT serial ${last} UNION SELECT position ${earlier})`
  return (rowId) =>
    `(EXISTS (SELECT 1 ${last} AND sent.serial = ${rowId}) OR EXISTS (SELECT 1 ${earlier} AND sent.position = ${rowId}))`
}
