import { useEffect, useState } from 'react'
import { createExampleValues } from '../../../../domain/fields/examples.ts'
import type { Field, ValidationContext, Values } from '../../../../domain/fields/field.ts'
import { getPrefillSources } from '../../../../domain/requests/prefill-sources.ts'
import type { User } from '../../../../domain/users/user.ts'
import { formatCount } from '../../../../lib/number-format.ts'
import { FieldList } from '../../../../requests/form/field-list.tsx'
import { FormPageButtons, FormPageHeading, useFormPages } from '../../../../requests/form/form-pages.tsx'
import { useRequestForm } from '../../../../requests/form/use-request-form.ts'
import { addEmptyRows, toFormValues } from '../../../../requests/form-conversion.ts'
import type { FormValues } from '../../../../requests/form-values.ts'
import { createPrefilledForm, type PrefilledValues } from '../../../../requests/initial-form-state.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { FormField } from '../../../../ui/form/form-field.tsx'
import { Cluster, Stack } from '../../../../ui/page/layout.tsx'
import { Notice } from '../../../../ui/state/screen-states.tsx'
import type { FormatEditorState } from './use-format-editor.ts'

/** Form of a format as requesters see it. The preview shows the typed values. */
export function FormatTrial({ editing, me }: { editing: FormatEditorState; me: User }) {
  const { input, context, settings, tryValues } = editing
  const { fields } = input
  const [start, setStart] = useState(() => ({
    attempt: 0,
    ...createPrefilledForm(fields, context, getPrefillSources(me, settings)),
  }))
  // The preview shows the examples again when the tab closes.
  useEffect(() => () => tryValues(null), [tryValues])
  const restart = (values: Values, filled: PrefilledValues = {}) =>
    setStart(({ attempt }) => ({ attempt: attempt + 1, typed: toFormValues(fields, values), filled }))
  if (fields.length === 0) return <Notice>Agregue campos para probar el formato.</Notice>
  return (
    <Stack gap={5}>
      <Cluster>
        <Button size="s" onClick={() => restart(createExampleValues(fields, context))}>
          Usar los ejemplos
        </Button>
        <Button size="s" onClick={() => restart({})}>
          Vaciar
        </Button>
        <span>La vista previa muestra estos datos. No se guardan.</span>
      </Cluster>
      <TrialForm key={start.attempt} editing={editing} fields={fields} context={context} {...start} />
    </Stack>
  )
}

interface FormProps {
  editing: FormatEditorState
  fields: readonly Field[]
  context: ValidationContext
  typed: FormValues
  filled: PrefilledValues
}

function TrialForm({ editing, fields, context, typed, filled }: FormProps) {
  const { tryValues } = editing
  const [initial] = useState(() => addEmptyRows(fields, typed))
  const model = useRequestForm(fields, initial, context)
  const { completeValues: values, validation } = model
  const pages = useFormPages(model, { shows: isRequesterField })
  useEffect(() => tryValues(values), [tryValues, values])
  const hasFiles = fields.some(({ type }) => type === 'file')
  const hasApproverFields = fields.some(({ approvers }) => approvers)
  const isSent = (path: string) => fields.some((field) => field.key === path.split('.')[0] && isRequesterField(field))
  const wrong = Object.keys(validation.errors).filter(isSent).length
  return (
    <>
      <section>
        <h2 className="visually-hidden">Formulario del solicitante</h2>
        <FormPageHeading pages={pages} />
        <FieldList model={model} notes={{}} filled={filled} shows={isRequesterField} page={pages.current} />
        {hasFiles && <p>Los archivos se adjuntan en la solicitud.</p>}
      </section>
      {hasApproverFields && (
        <FormField label="Datos de la aprobación" group>
          <FieldList model={model} notes={{}} shows={isApproverField} />
        </FormField>
      )}
      <Cluster>
        <FormPageButtons pages={pages} />
        <Button size="s" onClick={() => model.validate()}>
          Comprobar los datos
        </Button>
        <span role="status">
          {wrong === 0
            ? 'Con estos datos se puede enviar.'
            : `${formatCount(wrong, 'dato', 'datos')} por corregir antes de enviar.`}
        </span>
      </Cluster>
    </>
  )
}

// A file belongs to a request, and a trial has none.
const isRequesterField = ({ approvers, type }: Field) => !approvers && type !== 'file'
const isApproverField = ({ approvers, type }: Field) => approvers !== undefined && type !== 'file'
