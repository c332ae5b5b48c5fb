import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getVisibleFields } from '../../../../domain/fields/values.ts'
import { decisionTypes, type RequestAction } from '../../../../domain/requests/request.ts'
import type { User } from '../../../../domain/users/user.ts'
import { createValidationContext } from '../../../../lib/validation-context.ts'
import type { ActionConfirmation } from '../../../../requests/action-confirmation.ts'
import { getReasonRequirement } from '../../../../requests/action-result.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import type { RequestPageData } from './use-request-page-data.ts'

/** Returns the confirmation of an action and a function that opens it; `null` until the approver fields are loaded. */
export function useActionConfirmation(
  { request, version, values, route, filled, isFilledPending }: RequestPageData,
  me: User,
) {
  const { data: settings } = useQuery(settingsQuery())
  const [asked, setAsked] = useState<ActionConfirmation | null>(null)

  function ask(action: RequestAction) {
    setAsked({
      action,
      targets: {
        ids: [request.id],
        revision: request.revision,
        ...(request.step && { step: request.step }),
        ...(request.number && { name: request.number }),
      },
      isAtStep: request.step > 0,
      reason: getReasonRequirement(action, me, request.owner),
      ...(action === 'return' && { fields: getVisibleFields(version.fields, values) }),
    })
  }

  const isDecision = decisionTypes.some((action) => action === asked?.action)
  const isPending = isDecision && (isFilledPending || (filled !== undefined && settings === undefined))
  const approverForm =
    isDecision && filled?.open && settings
      ? {
          request,
          fields: [...version.fields, ...filled.fields],
          given: filled,
          context: createValidationContext(settings),
        }
      : undefined
  return {
    question: asked && !isPending ? { ...asked, approverForm, steps: route?.steps } : null,
    ask,
    close: () => setAsked(null),
  }
}
