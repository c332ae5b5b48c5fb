import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { type FieldType, fieldTypeLabels, fieldTypes, maxSummaryFields } from '../../domain/fields/field-types.ts'
import { canFillIfMissing } from '../../domain/requests/prefill.ts'
import { Checkbox, FormField, Select, TextInput } from '../../ui/form/form-field.tsx'
import { Columns } from '../../ui/page/layout.tsx'
import { FieldConditionInput } from '../conditions/field-condition-input.tsx'
import { approverFieldLabels, supportsExample } from './field-type-settings.ts'
import { InitialValueInput, type PrefillSourceOption } from './initial-value-input.tsx'
import { type ListOption, RecordListInput } from './record-list-input.tsx'
import type { FieldDraft } from './use-field-draft.ts'

// Sections of the field dialog, in display order.

interface Props {
  editing: FieldDraft
}

export function FieldBasicInputs({ editing }: Props) {
  const { draft, errors, change, changeType, isField } = editing
  const types = fieldTypes.filter((type) => isField || (type !== 'table' && type !== 'file'))
  return (
    <>
      <Columns min={14}>
        <FormField label="Nombre" name="label" required error={errors.label}>
          <TextInput value={draft.label} onChange={(event) => change({ label: event.target.value })} />
        </FormField>
        <FormField label="Tipo" name="type">
          <Select
            options={types.map((type) => ({ value: type, label: fieldTypeLabels[type] }))}
            value={draft.type}
            onChange={(event) => changeType(event.target.value as FieldType)}
          />
        </FormField>
      </Columns>
      {draft.type !== 'computed' && (
        <Checkbox
          label="Obligatorio"
          checked={draft.required ?? false}
          onChange={(event) => change({ required: event.target.checked })}
        />
      )}
      <FormField label="Ayuda" name="help" optional help="Una frase que la persona lee junto al campo.">
        <TextInput value={draft.help ?? ''} onChange={(event) => change({ help: event.target.value })} />
      </FormField>
    </>
  )
}

export function FieldIdentityInputs({ editing: { draft, key, errors, change, isField } }: Props) {
  return (
    <Columns min={14}>
      <FormField
        label="Clave"
        name="key"
        help="Así se llama en la redacción: {{clave}}. Si cambia, cambia también allí."
        error={errors.key}
      >
        <TextInput value={key} onChange={(event) => change({ key: event.target.value })} />
      </FormField>
      {isField && (
        <FormField label="Quién diligencia este campo" name="approvers" error={errors.approvers}>
          <Select
            placeholder="Lo diligencia y lo ve el solicitante"
            options={Object.entries(approverFieldLabels).map(([value, label]) => ({ value, label }))}
            value={draft.approvers ?? ''}
            onChange={(event) => change({ approvers: (event.target.value || undefined) as Field['approvers'] })}
          />
        </FormField>
      )}
    </Columns>
  )
}

export function FieldTextInputs({ editing: { draft, errors, change, aliases, setAliases } }: Props) {
  return (
    <Columns min={14}>
      {supportsExample(draft.type) && (
        <FormField label="Ejemplo" name="example" optional error={errors.example}>
          <TextInput value={draft.example ?? ''} onChange={(event) => change({ example: event.target.value })} />
        </FormField>
      )}
      {!draft.approvers && (
        <FormField
          label="Otros nombres en una hoja de cálculo"
          name="aliases"
          optional
          help="Separados por coma."
          error={errors.aliases}
        >
          <TextInput value={aliases} onChange={(event) => setAliases(event.target.value)} />
        </FormField>
      )}
    </Columns>
  )
}

interface SourceProps extends Props {
  sources: readonly PrefillSourceOption[]
  lists: readonly ListOption[]
}

export function FieldSourceInputs({ editing, sources, lists }: SourceProps) {
  const { draft, others, errors, change, isField } = editing
  if (!isField || draft.approvers) return null
  return (
    <>
      <InitialValueInput
        field={draft}
        sources={sources}
        errors={{ default: errors.default, from: errors.from }}
        onChange={change}
      />
      {lists.length > 0 && (
        <RecordListInput
          field={draft}
          others={others}
          lists={lists}
          error={errors.list}
          onChange={(list) => change({ list })}
        />
      )}
    </>
  )
}

/** Inputs for the conditions of the field. Computed fields have no value yet when conditions are evaluated. */
export function FieldConditionInputs({ editing, context }: Props & { context: ValidationContext }) {
  const { draft, others, errors, change } = editing
  const fields = others.filter(({ type }) => !['table', 'file', 'computed'].includes(type))
  return (
    <>
      <FieldConditionInput
        id="visible"
        label="Se muestra"
        none="Siempre"
        fields={fields}
        among={others}
        context={context}
        value={draft.visibleIf}
        error={errors.visibleIf}
        sentence={{ start: 'Se muestra si', none: '' }}
        onChange={(visibleIf) => change({ visibleIf })}
      />
      {draft.type !== 'computed' && !draft.required && (
        <FieldConditionInput
          id="required"
          label="Es obligatorio"
          none="Nunca"
          fields={fields}
          among={others}
          context={context}
          value={draft.requiredIf}
          error={errors.requiredIf}
          sentence={{ start: 'Es obligatorio si', none: '' }}
          onChange={(requiredIf) => change({ requiredIf })}
        />
      )}
    </>
  )
}

export function FieldFlagInputs({ editing: { draft, others, change, isField } }: Props) {
  const isOfOwner = isField && !draft.approvers
  return (
    <>
      <Checkbox
        label="Es un dato personal"
        checked={draft.personal ?? false}
        onChange={(event) => change({ personal: event.target.checked })}
      />
      {isOfOwner && draft.type !== 'table' && draft.type !== 'file' && (
        <Checkbox
          label={`Se muestra en las listas (hasta ${maxSummaryFields} campos)`}
          help="Si no elige ninguno, se muestran el nombre, el documento y el monto."
          checked={draft.summary ?? false}
          disabled={!draft.summary && others.filter(({ summary }) => summary).length >= maxSummaryFields}
          onChange={(event) => change({ summary: event.target.checked || undefined })}
        />
      )}
      {isOfOwner && canFillIfMissing(draft) && (
        <Checkbox
          label="En un lote, se completa si falta"
          help="Una celda vacía toma el valor con que empieza el campo, con un aviso. Sin esto, la fila espera el dato."
          checked={draft.fillIfMissing ?? false}
          onChange={(event) => change({ fillIfMissing: event.target.checked || undefined })}
        />
      )}
      {isOfOwner && supportsExample(draft.type) && (
        <Checkbox
          label="No se repite dentro de un lote ni entre solicitudes abiertas"
          help="No importan mayúsculas ni tildes: «ABC-1» y «abc-1», o «Peña» y «PENA», son el mismo valor; «ABC1» es otro."
          checked={draft.unique ?? false}
          onChange={(event) => change({ unique: event.target.checked })}
        />
      )}
    </>
  )
}
