import type { RequestView } from '../domain/requests/request-view.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { createValidationContext } from '../lib/validation-context.ts'
import type { ApproverFormData } from './approver-form.tsx'
import type { ViewedRequest } from './queries.ts'

export type DecidableRequest = ViewedRequest & { decidable?: boolean }

/** Adds `decidable` to a request at a stage: whether the user may decide the stage. */
export function toDecidableRequest({ request, route }: RequestView): DecidableRequest {
  return request.step > 0 ? { ...request, decidable: route.decidable } : request
}

/** Returns the data of the approver form; `undefined` if the decision needs no approver fields, or until the settings are loaded. */
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
