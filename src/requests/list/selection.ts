import { type DocumentKind, documentKinds } from '../../domain/documents/document-kind.ts'
import { decisionTypes, type RequestItem, type RequestStatus, requestStatuses } from '../../domain/requests/request.ts'
import {
  getAllowedActions,
  type RequestAction,
  type RequestState,
  requestActions,
} from '../../domain/requests/request-transitions.ts'
import type { User } from '../../domain/users/user.ts'
import type { ActionConfirmation } from '../action-confirmation.ts'
import { getReasonRequirement } from '../action-result.ts'
import { type RequestListSearchParams, toRequestFilter } from '../list-search.ts'
import type { DocumentSelection } from '../queries.ts'

/** Selection of all results of a search, except the rows in `except`. */
interface AllResults {
  all: true
  search: RequestListSearchParams
  total: number
  except: readonly string[]
}

/** Selected rows of the page, or all results of the search. */
export type Selection = { all: false; items: readonly RequestItem[] } | AllResults

export const countSelected = (choice: Selection) =>
  choice.all ? Math.max(0, choice.total - choice.except.length) : choice.items.length

/** Returns the actions that at least one selected request allows, in table order. */
export function listSelectionActions(choice: Selection, me: User): RequestAction[] {
  const steps = new Set(
    choice.all
      ? // Infers the allowed actions from the filter, because requests on other pages are not loaded.
        listActionsByFilter(choice.search, me)
      : choice.items.flatMap((item) => getAllowedActions(item, me, item.owner)),
  )
  return requestActions.filter((action) => steps.has(action))
}

function listActionsByFilter(
  { status, documentKind, owner, mine }: RequestListSearchParams,
  me: User,
): RequestAction[] {
  if (mine === 'decide') return [...decisionTypes]
  // Requester of the selected requests. Empty for administrators without a filter by requester, because their list
  // includes all users.
  const whose = me.role === '_admin' || mine ? (owner ?? '') : me.id
  const standings =
    status || documentKind
      ? inferStates(status ?? 'approved', documentKind)
      : requestStatuses.flatMap((one) => inferStates(one))
  return requestActions.filter((action) =>
    standings.some((standing) => getAllowedActions(standing, me, whose).includes(action)),
  )
}

/** Returns the states that results of a filter can have. Assumes that approved requests have a document. */
function inferStates(status: RequestStatus, kind?: DocumentKind): RequestState[] {
  if (status !== 'approved') return kind ? [] : [{ status, documentStatus: 'none', finality: '', annulledAt: '' }]
  return (kind ? [kind] : documentKinds).map((one) => ({
    status,
    documentStatus: 'ready',
    finality: one === 'annulled' ? 'final' : one,
    annulledAt: one === 'annulled' ? '-' : '',
  }))
}

/** Returns whether a selected request may have a document; for all results this is inferred from the filter. */
export function canHaveDocuments(choice: Selection): boolean {
  if (choice.all)
    return choice.total > 0 && choice.except.length === 0 && (choice.search.status ?? 'approved') === 'approved'
  return choice.items.some(({ document }) => document !== '')
}

export function toDocumentSelection(choice: Selection): DocumentSelection {
  return choice.all ? { search: choice.search } : { ids: choice.items.map(({ id }) => id) }
}

/** Returns how many selected requests do not allow the action; always 0 if all results are selected. */
function countExcluded(choice: Selection, action: RequestAction, me: User): number {
  if (choice.all) return 0
  return choice.items.filter((item) => !getAllowedActions(item, me, item.owner).includes(action)).length
}

/** Bulk action to confirm. `left`: number of selected requests that do not allow the action. */
export interface BulkConfirmation {
  question: ActionConfirmation
  left: number
}

export const createBulkConfirmation = (choice: Selection, action: RequestAction, me: User): BulkConfirmation => ({
  question: createConfirmation(choice, action, me),
  left: countExcluded(choice, action, me),
})

function createConfirmation(choice: Selection, action: RequestAction, me: User): ActionConfirmation {
  if (choice.all) {
    const owner = choice.search.owner ?? (me.role === '_admin' ? '' : me.id)
    const reason = getReasonRequirement(action, me, owner)
    const except = choice.except.length ? { except: [...choice.except] } : {}
    const targets = { filter: toRequestFilter(choice.search), ...except, expected: countSelected(choice) }
    return { action, targets, reason, isAtStep: choice.search.mine === 'decide' }
  }
  const meant = choice.items.filter((item) => getAllowedActions(item, me, item.owner).includes(action))
  const asked = meant.map((item) => getReasonRequirement(action, me, item.owner))
  const reason = asked.includes('required') ? 'required' : (asked[0] ?? 'none')
  const [only] = meant.length === 1 ? meant : []
  const one = only && {
    revision: only.revision,
    ...(only.step && { step: only.step }),
    ...(only.number && { name: only.number }),
  }
  const isAtStep = meant.some(({ step }) => step > 0)
  return { action, targets: { ids: meant.map((item) => item.id), ...one }, reason, isAtStep }
}
