import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorMessages } from '../domain/errors.ts'
import type { GuestDocument } from '../domain/links/link-output.ts'
import { buildConsent } from '../domain/links/signing.ts'
import { normalizeLine } from '../domain/text/text.ts'
import { describeError, isApiError } from '../lib/api-error.ts'
import { Button } from '../ui/actions/button.tsx'
import { Checkbox, FormField, TextArea, TextInput } from '../ui/form/form-field.tsx'
import { FormFrame } from '../ui/form/form-frame.tsx'
import { sendGuestSignature } from './queries.ts'
import { SignaturePad } from './signature-pad.tsx'

interface Props {
  item: GuestDocument
  session: string
  onSessionEnd: () => void
  onChange: () => void
}

/** Form that signs a document once it was read, or refuses it with a reason at any time. */
export function SignatureForm({ item, session, onSessionEnd, onChange }: Props) {
  const [isRefusing, setRefusing] = useState(false)
  const saving = useMutation({
    mutationFn: (input: Parameters<typeof sendGuestSignature>[2]) => sendGuestSignature(session, item.id, input),
    meta: { quiet: true },
    onSuccess: onChange,
    onError(error) {
      if (!isApiError(error)) return
      if (error.status === 401) onSessionEnd()
      if (error.status === 409) onChange()
    },
  })
  const refusal = saving.error ? describeError(saving.error) : undefined
  const hash = item.signing?.hash ?? ''
  if (isRefusing)
    return (
      <RefusalForm
        refusal={refusal}
        pending={saving.isPending}
        onRefuse={(reason) => saving.mutate({ action: 'refuse', reason })}
        onCancel={() => setRefusing(false)}
      />
    )
  return (
    <>
      {item.signing?.isRead ? (
        <SignForm
          item={item}
          refusal={refusal}
          pending={saving.isPending}
          onSign={(input) => saving.mutate({ action: 'sign', hash, ...input })}
        />
      ) : (
        <p>Abra el documento y léalo. Vuelva a esta página para firmarlo.</p>
      )}
      <div className="wrap">
        <Button variant="quiet" onClick={() => setRefusing(true)}>
          No voy a firmar
        </Button>
      </div>
    </>
  )
}

interface SignProps {
  item: GuestDocument
  /** Error of the server. */
  refusal: string | undefined
  pending: boolean
  onSign: (input: { name: string; consent: string; drawing?: string }) => void
}

function SignForm({ item, refusal, pending, onSign }: SignProps) {
  const [typed, setTyped] = useState('')
  const [isAccepted, setAccepted] = useState(false)
  const [drawing, setDrawing] = useState('')
  const [tries, setTries] = useState(0)
  const name = normalizeLine(typed)
  const consent = buildConsent(name || '…', item)
  const errors = [
    ...(name.length < 3 ? [{ name: 'name', message: 'Escriba su nombre completo.' }] : []),
    ...(isAccepted ? [] : [{ name: 'accepted', message: 'Marque que acepta el texto.' }]),
  ]
  const errorOf = (field: string) => (tries > 0 ? errors.find((one) => one.name === field)?.message : undefined)
  function submit(event: FormEvent) {
    event.preventDefault()
    setTries(tries + 1)
    if (!errors.length && !pending) onSign({ name, consent, ...(drawing && { drawing }) })
  }
  return (
    <FormFrame errors={tries > 0 ? errors : []} attempt={tries} refusal={refusal} onSubmit={submit}>
      <FormField label="Su nombre completo" name="name" required error={errorOf('name')}>
        <TextInput
          value={typed}
          maxLength={120}
          autoComplete="name"
          onChange={(event) => {
            setTyped(event.target.value)
            // The text that the signer accepts contains the name.
            setAccepted(false)
          }}
        />
      </FormField>
      <SignaturePad onChange={setDrawing} />
      <FormField label="Aceptación" name="accepted" group hideLabel error={errorOf('accepted')}>
        <Checkbox label={consent} checked={isAccepted} onChange={(event) => setAccepted(event.target.checked)} />
      </FormField>
      <Button type="submit" variant="primary" icon="approve" pending={pending}>
        Firmar
      </Button>
    </FormFrame>
  )
}

interface RefusalProps {
  refusal: string | undefined
  pending: boolean
  onRefuse: (reason: string) => void
  onCancel: () => void
}

function RefusalForm({ refusal, pending, onRefuse, onCancel }: RefusalProps) {
  const [reason, setReason] = useState('')
  const [tries, setTries] = useState(0)
  const error = reason.trim() || tries === 0 ? undefined : errorMessages['request.reason']
  function submit(event: FormEvent) {
    event.preventDefault()
    setTries(tries + 1)
    if (reason.trim() && !pending) onRefuse(reason)
  }
  return (
    <FormFrame
      errors={error ? [{ name: 'reason', message: error }] : []}
      attempt={tries}
      refusal={refusal}
      onSubmit={submit}
    >
      <FormField
        label="Por qué no firma"
        name="reason"
        required
        help="Lo leerán quien pidió la firma y quienes ya firmaron."
        error={error}
      >
        <TextArea autoFocus maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </FormField>
      <div className="wrap">
        <Button type="submit" variant="danger" pending={pending}>
          Enviar respuesta
        </Button>
        <Button onClick={onCancel} disabled={pending}>
          Volver
        </Button>
      </div>
    </FormFrame>
  )
}
