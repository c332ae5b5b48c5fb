import type { buildRequestView } from '../documents/request-view.ts'
import { isQueryTimeout } from '../lib/error-causes.ts'
import { createErrorResponse, getErrorStatus } from '../lib/error-response.ts'
import { writeJsonResponse } from '../lib/json-response.ts'
import { getQueryParams, parseQuery } from '../lib/request-input.ts'
import { requireUser } from '../lib/users.ts'
import { buildPageStartJson } from '../requests/counts.ts'
import { buildDashboardJson } from '../requests/dashboard.ts'
import { buildRequestPageJson } from '../requests/list/list-handlers.ts'
import { findViews } from '../views/list-views.ts'

/** Areas that this virtual machine has loaded (`handlers.ts`). */
const areas = globalThis as { 'area details'?: { buildRequestView: typeof buildRequestView } }

/** Loads the code of request pages, which the other calls do not need. */
function loadDetails() {
  areas['area details'] ??= require(`${__hooks}/details.js`) as { buildRequestView: typeof buildRequestView }
  return areas['area details']
}

interface Call {
  e: core.RequestEvent
  caller: core.Record
  id: string
  query: Record<string, string>
}

/**
 * Functions that build the JSON of a call's answer, by the path of the call. They are in the area `overview` or load their area at the call, because
 * each further import of this file would load in every virtual machine.
 */
const builders: [path: RegExp, build: (call: Call) => string[]][] = [
  [/^\/api\/app\/start$/, ({ e, caller }) => buildPageStartJson(e.app, caller)],
  [/^\/api\/app\/dashboard$/, ({ e, caller }) => buildDashboardJson(e.app, caller)],
  [/^\/api\/app\/views$/, ({ e, caller, query }) => [JSON.stringify(findViews(e.app, caller, query.place))]],
  [/^\/api\/app\/requests$/, ({ e, caller, query }) => buildRequestPageJson(e.app, caller, query)],
  [
    /^\/api\/app\/requests\/([a-z0-9]{15})\/view$/,
    ({ e, caller, id }) => [JSON.stringify(loadDetails().buildRequestView(e, caller, id))],
  ],
]

/**
 * `GET /api/app/calls?calls=/api/app/start /api/app/dashboard` → `[answer, …]`: the answers of several reading calls, in
 * order, so that a page gets its first data with one request. Each path at most once, so that one call does not cost as much as many lists. The answer of a refused call is `null`.
 */
export function handleBatchedCalls(e: core.RequestEvent) {
  const caller = requireUser(e)
  const calls = (getQueryParams(e).calls ?? '').split(' ', builders.length + 1)
  const prepared = calls.map((call) => prepareAnswer(e, caller, call))
  if (new Set(prepared.map(({ pattern }) => pattern)).size < calls.length)
    throw createErrorResponse('invalid', 400, { calls: 'repeated' })
  const answers = prepared.map(({ build }) => buildUnlessRefused(build))
  e.response.header().set('Cache-Control', 'private, no-store')
  writeJsonResponse(e, ...answers.flatMap((answer, n) => [n ? ',' : '[', ...answer]), ']')
}

function prepareAnswer(
  e: core.RequestEvent,
  caller: core.Record,
  call: string,
): { pattern: RegExp; build: () => string[] } {
  const [path = '', ...rest] = call.split('?')
  for (const [pattern, build] of builders) {
    const [found, id = ''] = pattern.exec(path) ?? []
    if (found) return { pattern, build: () => build({ e, caller, id, query: parseQuery(rest.join('?')) }) }
  }
  throw createErrorResponse('invalid', 400, { calls: 'choice' })
}

/** Returns `null` as the response of a call that is refused or times out. The page then sends that call alone, and shows its error. */
function buildUnlessRefused(build: () => string[]): string[] {
  try {
    return build()
  } catch (error) {
    if (getErrorStatus(error) === undefined && !isQueryTimeout(error)) throw error
    return ['null']
  }
}
