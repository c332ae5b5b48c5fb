import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getVisibleFields } from '../../../../domain/fields/conditions.ts'
import { decisionTypes } from '../../../../domain/requests/request.ts'
import type { RequestAction } from '../../../../domain/requests/request-transitions.ts'
import type { RequestView } from '../../../../domain/requests/request-view.ts'
import type { User } from '../../../../domain/users/user.ts'
import type { ActionConfirmation } from '../../../../requests/action-confirmation.ts'
import { getReasonRequirement } from '../../../../requests/action-result.ts'
import { getApproverFormData } from '../../../../requests/viewed-request.ts'
import { settingsQuery } from '../../../../settings/queries.ts'

/** Returns the confirmation of an action and a function that opens it; `null` until the settings are loaded. */
export function useActionConfirmation(opened: RequestView, me: User) {
  const { request, version, route, filled } = opened
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
      ...(action === 'return' && {
        fields: getVisibleFields(version.fields, request.values),
      }),
    })
  }

  const isDecision = decisionTypes.some((action) => action === asked?.action)
  const isPending = isDecision && filled.open && !settings
  const approverForm = isDecision ? getApproverFormData(opened, settings) : undefined
  const question: ActionConfirmation | null =
    asked && !isPending ? { ...asked, approverForm, steps: route.steps } : null
  return {
    question,
    ask,
    close: () => setAsked(null),
  }
}
