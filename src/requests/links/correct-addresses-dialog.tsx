import { useMutation } from '@tanstack/react-query'
import { type ClipboardEvent, type FormEvent, useId, useState } from 'react'
import type { RequestItem } from '../../domain/requests/request-output.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { describeError } from '../../lib/api-error.ts'
import { getFieldErrors } from '../../lib/form-errors.ts'
import { formatNumber } from '../../lib/number-format.ts'
import { FormField, TextInput } from '../../ui/form/form-field.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import type { correctAddressesMutation } from './link-actions.tsx'

/** Request or link whose address is corrected. */
export interface AddressItem {
  id: string
  /** Label of the input: number and summary of the request. */
  label: string
  /** Current address; empty if there is none. */
  email: string
}

/** Returns the input of the recipient of a request in a list. */
export const toAddressItem = ({ id, number, summary, recipient }: RequestItem): AddressItem => ({
  id,
  label: `${number} · ${summary}`,
  email: recipient,
})

interface Props {
  items: readonly AddressItem[]
  title?: string
  /** Subject of the dialog's sentences: «La petición se envía …». */
  subject?: 'El documento' | 'La petición'
  mutation: typeof correctAddressesMutation
  onClose: () => void
}

/** Dialog with one input per address. A column pasted from a spreadsheet fills the following inputs. */
export function CorrectAddressesDialog({ items, title, subject = 'El documento', mutation, onClose }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const correcting = useMutation({
    ...mutation,
    onSuccess({ skipped }) {
      if (!skipped.length) return onClose()
      setAttempt(attempt + 1)
      setTyped((before) => Object.fromEntries(skipped.map((each) => [each.id, before[each.id] ?? ''])))
    },
    onError: () => setAttempt(attempt + 1),
  })
  const corrections = items.flatMap(({ id: request, email }) => {
    const address = typed[request]?.trim()
    return address && address !== email ? [{ request, email: address }] : []
  })
  const first = items[0]?.id ?? ''
  const refused = getFieldErrors(correcting.error).email
  const errors = [
    ...(correcting.data?.skipped ?? []).map(({ id: name, code }) => ({ name, message: getErrorMessage(code) })),
    ...(refused ? [{ name: first, message: refused }] : []),
  ]
  if (attempt > 0 && !errors.length && !corrections.length)
    errors.push({ name: first, message: 'Escriba la dirección nueva.' })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (corrections.length) correcting.mutate(corrections)
    else setAttempt(attempt + 1)
  }
  function paste(event: ClipboardEvent, from: number) {
    const lines = event.clipboardData
      .getData('text/plain')
      .trim()
      .split(/\s*[\r\n]+\s*/)
    if (lines.length < 2) return
    event.preventDefault()
    const filled = items.slice(from, from + lines.length).map((item, at) => [item.id, lines[at] ?? ''])
    setTyped((before) => ({ ...before, ...Object.fromEntries(filled) }))
  }
  return (
    <FormDialog
      id={id}
      title={title ?? (items.length === 1 ? 'Corregir el correo' : 'Corregir correos')}
      description={`${subject} se envía a la dirección nueva. Los datos de la solicitud, que ya se aprobaron, no cambian.`}
      submit={items.length === 1 ? 'Corregir y enviar' : `Corregir y enviar (${formatNumber(corrections.length)})`}
      pending={correcting.isPending}
      errors={errors}
      attempt={attempt}
      refusal={correcting.error && !refused ? describeError(correcting.error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {items.length > 1 && <p>Puede pegar una columna de direcciones en la primera casilla.</p>}
      {items.map(({ id: name, label, email }, at) => (
        <FormField key={name} label={label} name={name} error={errors.find((error) => error.name === name)?.message}>
          <TextInput
            type="email"
            autoComplete="off"
            value={typed[name] ?? email}
            onPaste={(event) => paste(event, at)}
            onChange={(event) => setTyped((before) => ({ ...before, [name]: event.target.value }))}
          />
        </FormField>
      ))}
    </FormDialog>
  )
}
