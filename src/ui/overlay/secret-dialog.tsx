import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { FormField, TextArea, TextInput } from '../form/form-field.tsx'
import { Cluster } from '../page/layout.tsx'
import { Notice } from '../state/screen-states.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  title: string
  label: string
  secret: string
  /** Lines of the secret; by default one. */
  rows?: number
  /** Purpose of the secret, with the warning that it is not shown again. */
  children: string
  closeLabel?: string
  /** Buttons beside the one that copies. */
  actions?: ReactNode
  onClose: () => void
}

/** Dialog that shows a secret once. Only its button closes it, because a click outside would lose the secret. */
export function SecretDialog(props: Props) {
  const { title, label, secret, rows, children, closeLabel = 'Ya la guardé', actions, onClose } = props
  const input = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const [copied, setCopied] = useState<boolean>()
  async function copy() {
    input.current?.select()
    // Browsers offer no clipboard access without HTTPS.
    const done = await navigator.clipboard?.writeText(secret).then(
      () => true,
      () => false,
    )
    setCopied(done ?? false)
  }
  const control = {
    ref: (node: HTMLInputElement | HTMLTextAreaElement | null) => {
      input.current = node
    },
    readOnly: true,
    value: secret,
    spellCheck: false,
    onFocus: () => input.current?.select(),
  }
  return (
    <Dialog
      locked
      onClose={onClose}
      title={title}
      description={children}
      footer={
        <Button variant="primary" onClick={onClose}>
          {closeLabel}
        </Button>
      }
    >
      <FormField label={label}>{rows ? <TextArea {...control} rows={rows} /> : <TextInput {...control} />}</FormField>
      <Cluster gap={2}>
        <Button icon="copy" onClick={() => void copy()}>
          Copiar
        </Button>
        {actions}
      </Cluster>
      {copied !== undefined && (
        <Notice live tone={copied ? 'success' : 'info'}>
          {copied
            ? 'Texto copiado.'
            : 'Este navegador no permite copiar con el botón. El texto ya está seleccionado: cópielo usted.'}
        </Notice>
      )}
    </Dialog>
  )
}
