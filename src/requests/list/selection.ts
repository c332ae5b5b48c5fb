import { type DocumentKind, documentKinds } from '../../domain/documents/document-kind.ts'
import {
  getAllowedActions,
  type RequestAction,
  type RequestState,
  requestActionNames,
} from '../../domain/requests/actions.ts'
import { decisionTypes, type RequestStatus, requestStatuses } from '../../domain/requests/request.ts'
import type { RequestItem } from '../../domain/requests/request-output.ts'
import type { User } from '../../domain/users/user.ts'
import { type ActionQuestion, askAboutRequests, getReasonRequirement } from '../action-question.ts'
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
  return requestActionNames.filter((action) => steps.has(action))
}

function listActionsByFilter(
  { status, documentKind, owner, mine, privacy }: RequestListSearchParams,
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
  const states = privacy ? [privacy] : (['', 'held'] as const)
  const all = standings.flatMap((standing) => states.map((state) => ({ ...standing, privacy: state })))
  return requestActionNames.filter((action) =>
    all.some((standing) => getAllowedActions(standing, me, whose).includes(action)),
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

/** Returns the question about an action on the selected requests that allow it. */
export function askAboutSelection(choice: Selection, action: RequestAction, me: User): ActionQuestion {
  if (choice.all) {
    const { search, except } = choice
    return {
      action,
      targets: {
        filter: toRequestFilter(search),
        ...(except.length && { except: [...except] }),
        expected: countSelected(choice),
      },
      reason: getReasonRequirement(action, me, search.owner ?? (me.role === '_admin' ? '' : me.id)),
      isAtStep: search.mine === 'decide',
    }
  }
  const allowed = choice.items.filter((item) => getAllowedActions(item, me, item.owner).includes(action))
  return { ...askAboutRequests(action, allowed, me), left: choice.items.length - allowed.length }
}
