import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useTitleFocus } from '../../../documents/public-page.tsx'
import type { ExternalFormChoice } from '../../../domain/external/external-input.ts'
import { describeError, isApiError } from '../../../lib/api-error.ts'
import { externalFormQuery } from '../../../links/external-queries.ts'
import type { GuestLink } from '../../../links/guest-link.ts'
import { LoadState } from '../../../links/load-state.tsx'
import type { FormValues } from '../../../requests/form-values.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { FormField, TextInput } from '../../../ui/form/form-field.tsx'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { PageTitle } from '../../../ui/page/layout.tsx'
import { ExternalRequestForm } from './external-request-form.tsx'

interface Props {
  guest: GuestLink
  choice: ExternalFormChoice
  /** Label of the value that identifies the person in the list of the format; empty if there is no list. */
  recordLabel: string
  name: string
  typed: FormValues | undefined
  onSessionEnd: (typed?: FormValues) => void
  /** Removes the session from the window. */
  onLeave: () => void
}

/** Step of the form. If the format has a list, the person first types the value that identifies them in it. */
export function ExternalFormStep({ guest, choice, recordLabel, name, typed, onSessionEnd, onLeave }: Props) {
  useTitleFocus()
  const [record, setRecord] = useState('')
  const asked = { ...choice, ...(record && { record }) }
  const isAsked = !recordLabel || record !== ''
  const { data, error, isFetching, refetch } = useQuery({ ...externalFormQuery(guest, asked), enabled: isAsked })
  const isOver = isApiError(error) && error.status === 401
  useEffect(() => {
    if (isOver) onSessionEnd(typed)
  }, [isOver, onSessionEnd, typed])
  if (data)
    return (
      <ExternalRequestForm
        guest={guest}
        choice={asked}
        form={data}
        typed={typed}
        onSessionEnd={onSessionEnd}
        onLeave={onLeave}
      />
    )
  const refusal = isFetching || isOver ? null : error
  if (recordLabel)
    return (
      <RecordForm
        name={name}
        label={recordLabel}
        refusal={refusal ? describeError(refusal) : undefined}
        isPending={isFetching}
        onChangeAddress={() => onSessionEnd()}
        onSend={(next) => (next === record ? void refetch() : setRecord(next))}
      />
    )
  return <LoadState title={name || 'Corregir la solicitud'} error={refusal} onRetry={() => void refetch()} />
}

interface RecordFormProps {
  name: string
  label: string
  refusal: string | undefined
  isPending: boolean
  onChangeAddress: () => void
  onSend: (record: string) => void
}

function RecordForm({ name, label, refusal, isPending, onChangeAddress, onSend }: RecordFormProps) {
  const [text, setText] = useState('')
  const [attempt, setAttempt] = useState(0)
  const error = attempt > 0 && !text.trim() ? 'Escriba este dato.' : undefined
  function send(event: FormEvent) {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (text.trim()) onSend(text.trim())
  }
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <p className="muted">Con este dato y su correo buscamos su registro.</p>
      <FormFrame
        errors={error ? [{ name: 'record', message: `${label}: ${error}` }] : []}
        attempt={attempt}
        refusal={refusal}
        onSubmit={send}
      >
        <FormField label={label} name="record" required error={error}>
          <TextInput
            value={text}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        </FormField>
        <Button type="submit" variant="primary" pending={isPending}>
          Continuar
        </Button>
        <Button variant="quiet" onClick={onChangeAddress}>
          Cambiar el correo
        </Button>
      </FormFrame>
    </>
  )
}
