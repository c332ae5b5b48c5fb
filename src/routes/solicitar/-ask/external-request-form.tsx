import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTitleFocus } from '../../../documents/public-page.tsx'
import type { ExternalFormChoice } from '../../../domain/external/external-input.ts'
import type { ExternalForm } from '../../../domain/external/external-output.ts'
import type { CellValue, Field, ValidationContext, Values } from '../../../domain/fields/field.ts'
import { formatValue } from '../../../domain/fields/values.ts'
import { describeError, getErrorCode, isApiError, listFieldErrors } from '../../../lib/api-error.ts'
import { createRecordId } from '../../../lib/create-record-id.ts'
import { sendExternalRequest } from '../../../links/external-queries.ts'
import type { GuestLink } from '../../../links/guest-link.ts'
import { FieldList } from '../../../requests/form/field-list.tsx'
import { listFormErrors } from '../../../requests/form/form-error-summary.ts'
import { useRequestForm } from '../../../requests/form/use-request-form.ts'
import { addEmptyRows } from '../../../requests/form-conversion.ts'
import type { FormValues } from '../../../requests/form-values.ts'
import { createPrefilledForm } from '../../../requests/initial-form-state.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { DescriptionList } from '../../../ui/data/description-list.tsx'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { PageTitle, Panel } from '../../../ui/page/layout.tsx'
import { Notice } from '../../../ui/state/screen-states.tsx'

interface Props {
  guest: GuestLink
  choice: ExternalFormChoice
  form: ExternalForm
  /** Values typed in a session that has ended; they replace the initial ones. */
  typed: FormValues | undefined
  onSessionEnd: (typed: FormValues) => void
  onLeave: () => void
}

/** Form of a request. Values from the list are shown, but not as controls. */
export function ExternalRequestForm({ guest, choice, form, typed, onSessionEnd, onLeave }: Props) {
  const fields = form.fields as Field[]
  const [initial] = useState(() => addEmptyRows(fields, typed ?? getInitialValues(form)))
  const [context] = useState(() => getContext(form))
  const model = useRequestForm(fields, initial, context)
  const [id] = useState(createRecordId)
  const [attempt, setAttempt] = useState(0)
  const submit = useMutation({
    mutationFn: (values: Values) => sendExternalRequest(guest, { ...choice, id, values }),
    meta: { quiet: true },
    onError(error) {
      if (isApiError(error) && error.status === 401) onSessionEnd(model.controls.form.getValues() as FormValues)
      if (!isApiError(error) || getErrorCode(error) !== 'request.values') return
      model.showErrors(Object.fromEntries(listFieldErrors(error)))
      setAttempt((before) => before + 1)
    },
  })
  useTitleFocus()
  if (submit.data) return <Sent number={submit.data.number} onLeave={onLeave} />
  function send(event: FormEvent) {
    event.preventDefault()
    const { errors, values } = model.validate()
    if (Object.keys(errors).length) setAttempt(attempt + 1)
    else if (!submit.isPending) submit.mutate(values)
  }
  const isLocked = ({ key }: Field) => form.locked.includes(key)
  const locked = fields.filter((field) => isLocked(field) && form.values[field.key] !== undefined)
  return (
    <>
      <PageTitle>{form.name}</PageTitle>
      {form.reason && (
        <Notice tone="warning" title="Corrija la solicitud y envíela de nuevo">
          {form.reason}
        </Notice>
      )}
      <FormFrame
        errors={attempt > 0 ? listFormErrors(fields, model.errors) : []}
        attempt={attempt}
        refusal={
          submit.error && getErrorCode(submit.error) !== 'request.values' ? describeError(submit.error) : undefined
        }
        onSubmit={send}
      >
        {locked.length > 0 && (
          <Panel title="Sus datos registrados">
            <DescriptionList
              items={locked.map((field) => ({
                term: field.label,
                value: formatValue(field, form.values[field.key] as CellValue),
              }))}
            />
          </Panel>
        )}
        <Panel>
          <FieldList model={model} notes={form.notes} shows={(field) => !isLocked(field)} />
        </Panel>
        <Button type="submit" variant="primary" icon="send" pending={submit.isPending}>
          Enviar solicitud
        </Button>
      </FormFrame>
    </>
  )
}

const getContext = ({ today, country, usesOwnFonts }: ExternalForm): ValidationContext => ({
  today,
  country,
  ...(usesOwnFonts && { letters: 'ours' }),
})

function getInitialValues(form: ExternalForm): FormValues {
  return createPrefilledForm(form.fields as Field[], getContext(form), {}, form.values as Values).typed
}

function Sent({ number, onLeave }: { number: string; onLeave: () => void }) {
  useTitleFocus()
  return (
    <>
      <PageTitle>Recibimos su solicitud</PageTitle>
      <Notice tone="success" live title={number}>
        La respuesta llegará a su correo, con un enlace para ver la solicitud y descargar el documento.
      </Notice>
      <p>
        <Link to="/solicitar" search={{}}>
          Pedir otro documento
        </Link>
      </p>
      <p className="text-secondary">En un computador compartido, salga al terminar.</p>
      <Button onClick={onLeave}>Salir</Button>
    </>
  )
}
