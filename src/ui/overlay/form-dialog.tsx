import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { FormFrame } from '../form/form-frame.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

interface Props
  extends Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'size' | 'onClose'>,
    Pick<ComponentProps<typeof FormFrame>, 'errors' | 'announced' | 'attempt' | 'refusal' | 'onSubmit'> {
  /** Id of the form, referenced by the submit button outside of it. */
  id: string
  /** Label of the submit button: «Guardar el grupo». */
  submit: string
  pending: boolean
  /** Noun for the unsaved data, used in the question before closing: «este grupo»; falsy if there is no unsaved data. */
  unsaved?: string | false
  /** Second submit button, next to the first. */
  alternative?: ReactNode
  after?: ReactNode
  children: ReactNode
}

/** Dialog with a form; asks before closing if there are unsaved changes. */
export function FormDialog(props: Props) {
  const { title, description, size, submit, pending, unsaved, alternative, after, onClose, ...frame } = props
  const [leaving, setLeaving] = useState(false)
  const leave = () => (unsaved ? setLeaving(true) : onClose())
  return (
    <Dialog
      title={title}
      description={description}
      size={size}
      onClose={leave}
      locked={pending}
      footer={
        <>
          <Button onClick={leave} disabled={pending}>
            Volver
          </Button>
          {alternative}
          <Button variant="primary" type="submit" form={props.id} pending={pending}>
            {submit}
          </Button>
        </>
      }
    >
      <FormFrame {...frame} />
      {after}
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        onConfirm={onClose}
        title={`¿Salir sin guardar ${unsaved}?`}
        confirmLabel="Descartar lo escrito"
        danger
      >
        <p>Lo que cambió en este cuadro se pierde.</p>
      </ConfirmDialog>
    </Dialog>
  )
}
