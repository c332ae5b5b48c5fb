import type { RequestView } from '../domain/requests/request-view.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { createValidationContext } from '../lib/validation-context.ts'
import type { ApproverFormData } from './approver-form.tsx'
import type { ViewedRequest } from './queries.ts'

export type DecidableRequest = ViewedRequest & { decidable?: boolean }

/** Returns the request with the user's right to decide it at its current step. */
export function addDecidable({ request, route }: RequestView): DecidableRequest {
  return request.step > 0 ? { ...request, decidable: route.decidable } : request
}

/** Returns the approver fields to fill in with a decision; `undefined` if there are none, or until the settings are loaded. */
export function getApproverFormData(
  { request, version, filled }: RequestView,
  settings: Settings | undefined,
): ApproverFormData | undefined {
  if (!filled.open || !settings) return undefined
  return {
    request,
    fields: [...version.fields, ...filled.fields],
    given: filled,
    context: createValidationContext(settings),
  }
}
