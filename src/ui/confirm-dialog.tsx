import { type ReactNode, type SetStateAction, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormField } from './form-field.tsx'
import { Notice } from './notice.tsx'
import { TextArea } from './text-area.tsx'

interface Props {
  open: boolean
  onClose: () => void
  /** The reason is empty where none was asked for. */
  onConfirm: (reason: string) => void
  /** A question that names what and how many: «¿Rechazar 12 solicitudes?». */
  title: string
  confirmLabel: string
  danger?: boolean
  pending?: boolean
  reason?: 'none' | 'optional' | 'required'
  reasonLabel?: string
  /** Where the reason is kept; without it, it goes with the dialog. */
  kept?: readonly [string, (next: SetStateAction<string>) => void]
  /** A refusal of the server, in words. */
  error?: string | undefined
  children?: ReactNode
  /** What may be said beside the reason. */
  more?: ReactNode
}

/** Mounted anew for each question, so that no earlier reason is left in it. */
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
