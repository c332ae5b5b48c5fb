import { pathId } from '../lib/input.ts'
import { isAdmin } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
import { row } from '../lib/sql.ts'
import { decidedBy, powersOf, powersOver } from './deciders.ts'

/** Why somebody sees a request; who decided an earlier step of it only reads. */
export type Sight = 'owner' | 'admin' | 'decider' | 'reader'

interface Seen {
  request: core.Record
  sight: Sight
}

/** The request of the address for its owner, an administrator, and whoever decides it or decided a step of it; for anybody else it does not exist. */
export function visibleRequest(app: CoreApp, e: core.RequestEvent, asker: core.Record): Seen {
  return visibleById(app, pathId(e), asker)
}

export function visibleById(app: CoreApp, id: string, asker: core.Record): Seen {
  const request = app.findRecordsByIds('requests', [id])[0]
  const sight = request && sightOf(app, request, asker)
  if (!request || !sight) throw refuse('request.notFound', 404)
  return { request, sight }
}

export function mayRead(app: CoreApp, person: core.Record, id: string): boolean {
  const request = app.findRecordsByIds('requests', [id])[0]
  return Boolean(request && sightOf(app, request, person))
}

function sightOf(app: CoreApp, request: core.Record, asker: core.Record): Sight | undefined {
  if (isAdmin(asker)) return 'admin'
  if (decidesStep(app, request, asker)) return 'decider'
  if (request.getString('owner') === asker.id) return 'owner'
  return decidedBy(app, asker.id, [request.id]).size > 0 ? 'reader' : undefined
}

/** Whether a request is at a step of its route that somebody may decide, as far as whose step it is. */
function decidesStep(app: CoreApp, request: core.Record, asker: core.Record): boolean {
  const step = request.getInt('step')
  if (step === 0) return false
  const at = { owner: request.getString('owner'), formatVersion: request.getString('formatVersion'), step }
  return powersOver(powersOf(app, asker), at).length > 0
}

/** Whether somebody has a step to decide in a version of this format. */
export function decidesFormat(app: CoreApp, format: string, asker: core.Record): boolean {
  const query = `SELECT 1 AS n FROM step_deciders JOIN format_versions ON format_versions.id = step_deciders.version
    WHERE person = {:me} AND format = {:format} LIMIT 1`
  return isAdmin(asker) || row(app, query, { me: asker.id, format }, { n: 0 }) !== undefined
}
