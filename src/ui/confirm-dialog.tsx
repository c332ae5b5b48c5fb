import { type ReactNode, type SetStateAction, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormField } from './form-field.tsx'
import { Notice } from './notice.tsx'
import { TextArea } from './text-area.tsx'

interface Props {
  open: boolean
  onClose: () => void
  /** Called with the reason; empty string if `reason` is `none` or no reason was typed. */
  onConfirm: (reason: string) => void
  /** Question that names action and count: «¿Rechazar 12 solicitudes?». */
  title: string
  confirmLabel: string
  danger?: boolean
  pending?: boolean
  reason?: 'none' | 'optional' | 'required'
  reasonLabel?: string
  /** State and setter of the reason, if the caller stores it; otherwise the reason is lost when the dialog closes. */
  kept?: readonly [string, (next: SetStateAction<string>) => void]
  error?: string | undefined
  children?: ReactNode
  /** Extra inputs below the reason. */
  more?: ReactNode
}

/** Confirmation dialog with an optional reason. Mount a new dialog for each question, because the reason is not reset. */
export function ConfirmDialog({ reason = 'none', ...props }: Props) {
  const own = useState('')
  const [text, setText] = props.kept ?? own
  const [missing, setMissing] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  function confirm() {
    if (reason !== 'required' || text.trim()) return props.onConfirm(text.trim())
    setMissing(true)
    box.current?.focus()
  }
  const error = missing && !text.trim() ? 'Escriba el motivo.' : undefined
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      locked={props.pending ?? false}
      size={reason === 'none' && !props.more ? 's' : 'm'}
      footer={
        <>
          <Button onClick={props.onClose} disabled={props.pending}>
            Volver
          </Button>
          <Button variant={props.danger ? 'danger' : 'primary'} pending={props.pending ?? false} onClick={confirm}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
      {reason !== 'none' && (
        <FormField
          label={props.reasonLabel ?? 'Motivo'}
          optional={reason === 'optional'}
          required={reason === 'required'}
          error={error}
        >
          <TextArea ref={box} value={text} onChange={(event) => setText(event.target.value)} maxLength={2000} />
        </FormField>
      )}
      {props.more}
      {props.error && (
        <Notice live tone="danger">
          {props.error}
        </Notice>
      )}
    </Dialog>
  )
}
