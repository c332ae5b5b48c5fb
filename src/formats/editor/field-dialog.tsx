import { type ReactNode, useRef, useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { type FieldType, fieldTypes, maxSummaryFields } from '../../domain/fields/field-types.ts'
import { keyFrom, keyShape } from '../../domain/fields/key-from.ts'
import type { Renaming } from '../../domain/formats/rename.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Columns } from '../../ui/columns.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { BeginningInput, type SourceOption } from './beginning-input.tsx'
import { ConditionInput } from './condition-input.tsx'
import { faultAt } from './faults.ts'
import { listFrom, withoutEmpty } from './field-text.ts'
import { type NamedList, RecordInput } from './record-input.tsx'
import { deciderNames, hasNoExample, limitNamesOf, typeNames } from './type-names.ts'
import { type ColumnsEditing, TypeSettings } from './type-settings.tsx'

interface Props {
  /** Left out for a new one. */
  field: Field | undefined
  others: readonly Field[]
  noun: 'campo' | 'columna'
  /** What the form may begin with. */
  sources: readonly SourceOption[]
  /** In which one may look for what belongs into a field. */
  lists: readonly NamedList[]
  /** Code by setting (`example`, `columns.0.key`) of a field that would stand here. */
  judge: (field: Field) => Record<string, string>
  onSave: (field: Field, columns: readonly Renaming[]) => void
  onClose: () => void
  renderColumns: (columns: ColumnsEditing) => ReactNode
}

/** What only a field that its owner fills can have. */
const ofOwners = {
  default: undefined,
  from: undefined,
  list: undefined,
  unique: undefined,
  summary: undefined,
} as const

const blank: Field = { key: '', label: '', type: 'text' }

export function FieldDialog({ field, others, noun, sources, lists, judge, onSave, onClose, renderColumns }: Props) {
  const [draft, setDraft] = useState<Field>(field ?? blank)
  const [aliases, setAliases] = useState((field?.aliases ?? []).join(', '))
  const [renamed, setRenamed] = useState<readonly Renaming[]>([])
  const [tries, setTries] = useState(0)
  const [leaving, setLeaving] = useState(false)
  const seen = useRef<Partial<Record<FieldType, Field>>>({})
  const change = (part: Partial<Field>) => setDraft((before) => ({ ...before, ...part }))
  // A key that was never typed follows the label.
  const key = draft.key || keyFrom(draft.label)
  const { deciders } = draft
  const done = withoutEmpty({
    ...(deciders ? { ...draft, ...ofOwners } : draft),
    key,
    label: draft.label.trim(),
    aliases: listFrom(aliases),
  })
  const wrong = {
    label: draft.label.trim() ? undefined : 'Escriba el nombre.',
    key: !keyShape.test(key)
      ? 'La clave empieza con una letra y lleva minúsculas, números y guion bajo.'
      : others.some((other) => other.key === key)
        ? `Ya hay otro ${noun} con esta clave.`
        : undefined,
  }
  const faults = judge(done)
  const names: (keyof Field)[] = [
    'label',
    'key',
    'aliases',
    'example',
    'default',
    'from',
    'list',
    'deciders',
    'visibleIf',
    'requiredIf',
  ]
  const errors = Object.fromEntries(names.map((name) => [name, done[name] ? faultAt(faults, name) : undefined]))
  const missing = Object.entries(wrong).flatMap(([name, message]) => (message ? [{ name, message }] : []))

  /** What the other type has no use for is put aside, and comes back with the type. */
  function changeType(type: FieldType) {
    seen.current[draft.type] = draft
    const alike = limitNamesOf(type).join() === limitNamesOf(draft.type).join()
    const { min, max } = seen.current[type] ?? (alike ? draft : {})
    change({ type, min, max })
  }
  function save() {
    setTries(tries + 1)
    if (missing.length === 0) onSave(done, renamed)
  }
  function leave() {
    const begun =
      JSON.stringify([draft, aliases]) !== JSON.stringify([field ?? blank, (field?.aliases ?? []).join(', ')])
    return begun ? setLeaving(true) : onClose()
  }
  const types = fieldTypes.filter((type) => noun === 'campo' || (type !== 'table' && type !== 'file'))
  return (
    <Dialog
      open
      onClose={leave}
      size="l"
      title={field ? `Editar «${field.label}»` : `${noun === 'campo' ? 'Nuevo campo' : 'Nueva columna'}`}
      footer={
        <>
          <Button onClick={leave}>Volver</Button>
          <Button variant="primary" onClick={save}>
            Aceptar
          </Button>
        </>
      }
    >
      <Stack>
        <ErrorSummary errors={tries > 0 ? missing : []} attempt={tries} />
        <Columns min={14}>
          <FormField label="Nombre" name="label" required error={tries > 0 && wrong.label ? wrong.label : errors.label}>
            <TextInput value={draft.label} onChange={(event) => change({ label: event.target.value })} />
          </FormField>
          <FormField
            label="Clave"
            name="key"
            help="Así se llama en la redacción: {{clave}}. Si cambia, cambia también allí."
            error={tries > 0 || draft.key ? (wrong.key ?? errors.key) : undefined}
          >
            <TextInput value={key} onChange={(event) => change({ key: event.target.value })} />
          </FormField>
          <FormField label="Tipo" name="type">
            <Select
              options={types.map((type) => ({ value: type, label: typeNames[type] }))}
              value={draft.type}
              onChange={(event) => changeType(event.target.value as FieldType)}
            />
          </FormField>
        </Columns>
        {noun === 'campo' && (
          <FormField label="Quién diligencia este campo" name="deciders" error={errors.deciders}>
            <Select
              placeholder="Lo diligencia y lo ve el solicitante"
              options={Object.entries(deciderNames).map(([value, label]) => ({ value, label }))}
              value={deciders ?? ''}
              onChange={(event) => change({ deciders: (event.target.value || undefined) as Field['deciders'] })}
            />
          </FormField>
        )}
        {draft.type !== 'computed' && (
          <Checkbox
            label="Obligatorio"
            checked={draft.required ?? false}
            onChange={(event) => change({ required: event.target.checked })}
          />
        )}
        <TypeSettings
          field={draft}
          others={others}
          faults={field ? faults : {}}
          judge={(columns) => judge({ ...done, columns })}
          onChange={change}
          onRename={(more) => setRenamed([...renamed, ...more])}
          renderColumns={renderColumns}
        />
        <Columns min={14}>
          <FormField label="Ayuda" name="help" optional>
            <TextInput value={draft.help ?? ''} onChange={(event) => change({ help: event.target.value })} />
          </FormField>
          {!hasNoExample(draft.type) && (
            <FormField label="Ejemplo" name="example" optional error={errors.example}>
              <TextInput value={draft.example ?? ''} onChange={(event) => change({ example: event.target.value })} />
            </FormField>
          )}
          {!deciders && (
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
        {noun === 'campo' && !deciders && (
          <BeginningInput
            field={draft}
            sources={sources}
            errors={{ default: errors.default, from: errors.from }}
            onChange={change}
          />
        )}
        {noun === 'campo' && !deciders && lists.length > 0 && (
          <RecordInput
            field={draft}
            others={others}
            lists={lists}
            error={errors.list}
            onChange={(list) => change({ list })}
          />
        )}
        <ConditionInput
          label="Se muestra"
          field={draft}
          others={others}
          value={draft.visibleIf}
          error={errors.visibleIf}
          onChange={(visibleIf) => change({ visibleIf })}
        />
        {draft.type !== 'computed' && !draft.required && (
          <ConditionInput
            label="Es obligatorio"
            field={draft}
            others={others}
            value={draft.requiredIf}
            error={errors.requiredIf}
            onChange={(requiredIf) => change({ requiredIf })}
            never
          />
        )}
        <Checkbox
          label="Es un dato personal"
          checked={draft.personal ?? false}
          onChange={(event) => change({ personal: event.target.checked })}
        />
        {noun === 'campo' && !deciders && draft.type !== 'table' && draft.type !== 'file' && (
          <Checkbox
            label={`Se muestra en las listas (hasta ${maxSummaryFields} campos)`}
            help="Si no elige ninguno, se muestran el nombre, el documento y el monto."
            checked={draft.summary ?? false}
            disabled={!draft.summary && others.filter(({ summary }) => summary).length >= maxSummaryFields}
            onChange={(event) => change({ summary: event.target.checked || undefined })}
          />
        )}
        {!hasNoExample(draft.type) && noun === 'campo' && !deciders && (
          <Checkbox
            label="No se repite dentro de un lote ni entre solicitudes abiertas"
            help="Se compara letra por letra: «ABC-1» y «abc-1», o «Peña» y «Pena», son valores distintos."
            checked={draft.unique ?? false}
            onChange={(event) => change({ unique: event.target.checked })}
          />
        )}
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
