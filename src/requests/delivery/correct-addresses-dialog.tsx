import { useMutation } from '@tanstack/react-query'
import { type ClipboardEvent, useId, useState } from 'react'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { describeError } from '../../lib/error-message.ts'
import { formatNumber } from '../../lib/number-format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Stack } from '../../ui/page/stack.tsx'
import { Notice } from '../../ui/state/notice.tsx'
import { correctAddressesMutation } from './delivery-actions.tsx'

/** Request whose recipient's address is corrected. */
export interface AddressItem {
  id: string
  /** Number and summary of the request. */
  label: string
  /** Current address; empty if there is none. */
  email: string
}

interface Props {
  items: readonly AddressItem[]
  onClose: () => void
}

/** Dialog with one input per address. A column pasted from a spreadsheet fills the following inputs. */
export function CorrectAddressesDialog({ items, onClose }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const correcting = useMutation({
    ...correctAddressesMutation,
    onSuccess({ skipped }) {
      if (!skipped.length) return onClose()
      setErrors(Object.fromEntries(skipped.map((each) => [each.id, getErrorMessage(each.code)])))
      setTyped((before) => Object.fromEntries(skipped.map((each) => [each.id, before[each.id] ?? ''])))
    },
  })
  const corrections = items.flatMap(({ id: request, email }) => {
    const address = typed[request]?.trim()
    return address && address !== email ? [{ request, email: address }] : []
  })
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
    <Dialog
      open
      onClose={onClose}
      locked={correcting.isPending}
      title={items.length === 1 ? 'Corregir el correo' : 'Corregir correos'}
      description="El documento se envía a la dirección nueva. Los datos de la solicitud, que ya se aprobaron, no cambian."
      footer={
        <>
          <Button onClick={onClose} disabled={correcting.isPending}>
            Volver
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={id}
            pending={correcting.isPending}
            disabled={!corrections.length}
          >
            {`Corregir y enviar (${formatNumber(corrections.length)})`}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setErrors({})
          if (corrections.length) correcting.mutate(corrections)
        }}
      >
        <Stack gap={3}>
          {items.length > 1 && <p>Puede pegar una columna de direcciones en la primera casilla.</p>}
          {items.map(({ id: request, label, email }, at) => (
            <FormField key={request} label={label} error={errors[request]}>
              <TextInput
                type="email"
                autoComplete="off"
                value={typed[request] ?? email}
                onPaste={(event) => paste(event, at)}
                onChange={(event) => setTyped((before) => ({ ...before, [request]: event.target.value }))}
              />
            </FormField>
          ))}
          {correcting.error && (
            <Notice live tone="danger">
              {describeError(correcting.error)}
            </Notice>
          )}
        </Stack>
      </form>
    </Dialog>
  )
}
