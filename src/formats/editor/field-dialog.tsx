import { type ReactNode, useId, useState } from 'react'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorSummary } from '../../ui/form/error-summary.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Cluster, Stack } from '../../ui/page/layout.tsx'
import {
  FieldBasicInputs,
  FieldConditionInputs,
  FieldFlagInputs,
  FieldIdentityInputs,
  FieldSourceInputs,
  FieldTextInputs,
} from './field-inputs.tsx'
import { type ColumnsEditorProps, FieldTypeRuleInputs, FieldTypeSettingInputs } from './field-type-setting-inputs.tsx'
import type { PrefillSourceOption } from './initial-value-input.tsx'
import s from './more-options.module.css'
import type { ListOption } from './record-list-input.tsx'
import { type FieldDraftOptions, listUsedOptions, useFieldDraft, usesRuleOptions } from './use-field-draft.ts'

interface Props extends FieldDraftOptions {
  sources: readonly PrefillSourceOption[]
  lists: readonly ListOption[]
  outer: readonly Field[] | null
  context: ValidationContext
  onClose: () => void
  renderColumns: (columns: ColumnsEditorProps) => ReactNode
}

export function FieldDialog({ sources, lists, outer, context, onClose, renderColumns, ...options }: Props) {
  const { field, noun } = options
  const editing = useFieldDraft(options)
  const [leaving, setLeaving] = useState(false)
  const typeSettings = {
    field: editing.draft,
    others: options.others,
    faults: editing.isNew ? {} : editing.faults,
    onChange: editing.change,
  }
  const leave = () => (editing.isBegun() ? setLeaving(true) : onClose())
  return (
    <Dialog
      onClose={leave}
      size="l"
      title={field ? `Editar «${field.label}»` : `${noun === 'campo' ? 'Nuevo campo' : 'Nueva columna'}`}
      footer={
        <>
          <Button onClick={leave}>Volver</Button>
          <Button variant="primary" onClick={editing.save}>
            Aceptar
          </Button>
        </>
      }
    >
      <Stack>
        <ErrorSummary errors={editing.missing} attempt={editing.tries} />
        <FieldBasicInputs editing={editing} />
        <FieldTypeSettingInputs
          {...typeSettings}
          field={{ ...editing.draft, key: editing.key }}
          outer={outer}
          isNew={editing.isNew}
          judge={editing.judgeColumns}
          onRename={editing.rename}
          renderColumns={renderColumns}
        />
        <MoreOptions field={editing.stored} hasErrors={editing.hasOptionErrors}>
          <FieldIdentityInputs editing={editing} />
          <FieldTypeRuleInputs {...typeSettings} />
          <FieldTextInputs editing={editing} />
          <FieldSourceInputs editing={editing} sources={sources} lists={lists} />
          <FieldConditionInputs editing={editing} context={context} />
          <FieldFlagInputs editing={editing} />
        </MoreOptions>
      </Stack>
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        onConfirm={onClose}
        title={noun === 'campo' ? '¿Salir sin aceptar este campo?' : '¿Salir sin aceptar esta columna?'}
        confirmLabel="Descartar lo escrito"
        danger
      >
        <p>Lo que escribió en este cuadro se pierde.</p>
      </ConfirmDialog>
    </Dialog>
  )
}

interface OptionsProps {
  field: Field
  /** True if an option has an error; the options are then always shown. */
  hasErrors: boolean
  children: ReactNode
}

/** Optional settings behind a button. They are open from the start if one of them has a value or an error. */
function MoreOptions({ field, hasErrors, children }: OptionsProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(() => usesRuleOptions(field))
  // Opens during the render, so that the error summary can focus an invalid input. They stay open after the correction.
  if (hasErrors && !isOpen) setOpen(true)
  const set = listUsedOptions(field)
  return (
    <section className={s.options}>
      <Cluster gap={3}>
        <Button
          size="s"
          icon={isOpen ? 'chevronUp' : 'chevronDown'}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Más opciones
        </Button>
        {!isOpen && set.length > 0 && <span className="text-tertiary">{`En uso: ${set.join(', ')}.`}</span>}
      </Cluster>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Stack>{children}</Stack>}
      </div>
    </section>
  )
}
