import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { FormFrame } from './form-frame.tsx'

interface Props
  extends Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'size' | 'onClose'>,
    Pick<ComponentProps<typeof FormFrame>, 'errors' | 'announced' | 'attempt' | 'refusal' | 'onSubmit'> {
  /** Of the form, which the button below it sends. */
  id: string
  /** What the button does: «Guardar el grupo». */
  submit: string
  pending: boolean
  /** What closing it now would lose: «este grupo»; nothing where nothing was written. */
  unsaved?: string | false
  /** What stands below the fields and is none. */
  after?: ReactNode
  children: ReactNode
}

/** A form in a dialog, which asks before it closes over what was written in it. */
export function FormDialog(props: Props) {
  const {
    id,
    errors,
    announced,
    attempt,
    refusal,
    onSubmit,
    submit,
    pending,
    unsaved,
    after,
    children,
    onClose,
    ...dialog
  } = props
  const [leaving, setLeaving] = useState(false)
  const leave = () => (unsaved ? setLeaving(true) : onClose())
  return (
    <Dialog
      {...dialog}
      open
      onClose={leave}
      locked={pending}
      footer={
        <>
          <Button onClick={leave} disabled={pending}>
            Volver
          </Button>
          <Button variant="primary" type="submit" form={id} pending={pending}>
            {submit}
          </Button>
        </>
      }
    >
      <FormFrame id={id} errors={errors} announced={announced} attempt={attempt} refusal={refusal} onSubmit={onSubmit}>
        {children}
      </FormFrame>
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
