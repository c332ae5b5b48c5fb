import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { isDeepEqual } from '../domain/fields/deep-equal.ts'
import type { Field } from '../domain/fields/field.ts'
import type { DecisionInput } from '../domain/requests/decision-input.ts'
import type { RequestView } from '../domain/requests/request-view.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { getErrorCode, isApiError } from '../lib/api-error.ts'
import { saveLocalEntry } from '../lib/local-store.ts'
import { queryClient } from '../lib/query-client.ts'
import { usePersistentState } from '../lib/use-persistent-state.ts'
import { createValidationContext } from '../lib/validation-context.ts'
import { useUser } from '../session/use-user.ts'
import s from './action-form.module.css'
import { FieldList } from './form/field-list.tsx'
import { useRequestForm } from './form/use-request-form.ts'
import { toFormValues } from './form-conversion.ts'
import type { FormValues } from './form-values.ts'
import { requestViewQuery } from './queries.ts'

interface Props {
  opened: RequestView
  settings: Settings
  ref?: Ref<ApproverFormHandle>
}

type ApproverValues = NonNullable<DecisionInput['filled']>

export interface ApproverFormHandle {
  /**
   * Validates the form. Returns the values to send with the decision; `undefined` if none changed, `false` if one is
   * invalid.
   */
  read: () => ApproverValues | undefined | false
  refuse: (errors: Record<string, string>) => void
  /** Shows the field errors of a server response. Returns `false` if the response has no field errors, so that the caller shows the error. */
  fail: (cause: unknown) => Promise<boolean>
  /**
   * Deletes the locally stored values after the decision was sent. Returns a function that restores them, called if the
   * decision is undone.
   */
  clear: () => () => void
}

interface StoredApproverValues {
  /** Timestamp `updated` of the server's values when the user started typing. */
  updated: string
  typed: FormValues
}

const getStorageKey = (request: string) => `filled:${request}`

const isApproverField = ({ approvers }: Field) => approvers !== undefined

/**
 * Form for the approver fields, shown in the decision dialog. Stores typed values in the browser until the decision is
 * sent.
 */
export function ApproverForm({ opened: { request, version, filled: approverFields }, settings, ref }: Props) {
  const me = useUser().id
  // Fields of both the requester and the approvers, because a condition may refer to any of them.
  const [fields] = useState(() => [...version.fields, ...approverFields.fields])
  const [context] = useState(() => createValidationContext(settings))
  const [kept, setKept] = usePersistentState<StoredApproverValues | null>(me, getStorageKey(request.id), null)
  const [stored] = useState(() => toFormValues(fields, { ...request.values, ...approverFields.values }))
  const [base, setBase] = useState(kept?.updated ?? approverFields.updated)
  const [initial] = useState(() => ({ ...stored, ...kept?.typed }))
  const model = useRequestForm(fields, initial, context)
  const box = useRef<HTMLFieldSetElement>(null)
  const [tries, setTries] = useState(0)
  const theirs = fields.filter(isApproverField).map(({ key }) => key)
  const only = <Value,>(record: Record<string, Value>) =>
    Object.fromEntries(Object.entries(record).filter(([path]) => theirs.includes(path.split('.')[0] ?? '')))
  // Not the deferred values of the model: a decision right after the last key stroke must find them stored.
  const typed = only(useWatch({ control: model.controls.form.control }) as FormValues)
  const isChanged = !isDeepEqual(typed, only(stored))
  // biome-ignore lint/correctness/useExhaustiveDependencies: saves on each change of a value
  useEffect(() => {
    setKept(isChanged ? { updated: base, typed } : null)
  }, [JSON.stringify(typed), base])
  useEffect(() => {
    if (tries) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])

  function refuse(errors: Record<string, string>) {
    model.showErrors(errors)
    setTries((before) => before + 1)
  }
  function read(): ApproverValues | undefined | false {
    const { values, errors } = model.validate()
    // Ignores errors of missing values, because the server checks required fields on approval.
    const wrong = Object.entries(only(errors)).filter(([, code]) => code !== 'required')
    if (wrong.length) {
      setTries((before) => before + 1)
      return false
    }
    if (isDeepEqual(only(model.controls.form.getValues() as FormValues), only(stored))) return undefined
    return { values: only(values), updated: base }
  }
  async function fail(cause: unknown): Promise<boolean> {
    if (getErrorCode(cause) === 'request.changed')
      setBase((await queryClient.query({ ...requestViewQuery(request.id), staleTime: 0 })).filled.updated)
    if (getErrorCode(cause) !== 'request.filled') return false
    refuse(getErrorCodes(cause))
    return true
  }
  function clear() {
    const draft = kept
    setKept(null)
    return () => {
      if (draft) saveLocalEntry('kept', me, getStorageKey(request.id), draft)
    }
  }
  useImperativeHandle(ref, () => ({ read, refuse, fail, clear }))

  return (
    <fieldset ref={box} data-filled="">
      <legend className={s.legend}>Datos de la aprobación</legend>
      <FieldList model={model} notes={{}} shows={isApproverField} hint={getVisibilityHint} />
    </fieldset>
  )
}

function getErrorCodes(cause: unknown): Record<string, string> {
  const data = (isApiError(cause) && cause.response.data) || {}
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, refused]) => (key !== 'code' && refused?.code ? [[key, refused.code]] : [])),
  )
}

const getVisibilityHint = ({ approvers }: Field) => (approvers === 'keep' ? 'Solo lo ven quienes aprueban.' : undefined)
