import { type ReactNode, useId, useMemo } from 'react'
import type { Field, Row } from '../../domain/fields/field.ts'
import { formatValue, getVisibleFields, isFieldRequiredWithValues } from '../../domain/fields/values.ts'
import { type FormSection, getEndNote, getFieldNote, listFormPages } from '../../domain/formats/form-layout.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { prependFieldNote } from '../field-note.tsx'
import type { PrefilledValues } from '../initial-form-state.ts'
import type { RequestReturnNotes } from '../request-return.ts'
import { FormControlsContext } from './controls.tsx'
import { FieldControl } from './field-control.tsx'
import s from './field-list.module.css'
import { TableControl } from './table-control.tsx'
import type { RequestForm } from './use-request-form.ts'

/** Fields of a form in their sections. A field with a condition appears once the condition is met. */
export function FieldList({
  model,
  notes,
  filled = {},
  shows = showAllFields,
  hint,
  page,
}: {
  model: RequestForm
  notes: RequestReturnNotes
  filled?: PrefilledValues | undefined
  /** Returns whether to show a field. Values of fields that are not shown still count in conditions. */
  shows?: (field: Field) => boolean
  /** Returns a hint about a field, shown instead of the note about a prefilled value. */
  hint?: (field: Field) => string | undefined
  /** Key of the page to show; absent to show all fields. The other pages stay in the document, so that they lose no state. */
  page?: string | undefined
}) {
  const { fields, validation, completeValues, errors, controls, typed } = model
  const own = fields.filter(shows)
  const pages = listFormPages(own, getVisibleFields(fields, validation.values))
  const endNote = getEndNote(own)
  const renderField = (field: Field) => (
    <div key={field.key} className={isWide(field) ? s.wide : undefined}>
      {field.type === 'computed' ? (
        <FormField label={field.label} name={field.key} help={prependFieldNote(notes[field.key], field.help)}>
          <ComputedValue field={field} value={completeValues[field.key] as string | undefined} />
        </FormField>
      ) : field.type === 'table' ? (
        <TableField model={model} field={field} note={notes[field.key]} />
      ) : (
        <FieldControl
          field={field}
          among={fields}
          note={notes[field.key]}
          filled={hint?.(field) ?? getPrefillNote(filled[field.key], typed[field.key])}
          required={isFieldRequiredWithValues(field, validation.values)}
          error={errors[field.key]}
          suggestion={validation.suggestions[field.key]}
        />
      )}
    </div>
  )
  return (
    <FormControlsContext value={controls}>
      {pages.map(({ key, sections }, index) => (
        <div key={key} className={s.list} hidden={page !== undefined && page !== key}>
          {sections.map((section) => (
            <Section key={section.key} section={section}>
              {section.fields.map((field) => {
                const note = getFieldNote(field)
                return note ? (
                  <Note key={field.key} text={note}>
                    {renderField(field)}
                  </Note>
                ) : (
                  renderField(field)
                )
              })}
            </Section>
          ))}
          {endNote && index === pages.length - 1 && <p className={s.note}>{endNote}</p>}
        </div>
      ))}
    </FormControlsContext>
  )
}

/** Fields below a title, with the note of the section. */
function Section({ section: { title, note }, children }: { section: FormSection; children: ReactNode }) {
  const id = useId()
  const grid = <div className={s.grid}>{children}</div>
  if (!title) return grid
  return (
    <fieldset className="stack-3 shrinkable" aria-describedby={note ? id : undefined}>
      <legend className={s.title}>{title}</legend>
      {note && (
        <p id={id} className={s.note}>
          {note}
        </p>
      )}
      {grid}
    </fieldset>
  )
}

/** Field with a note above it. Screen readers announce the note with the field. */
function Note({ text, children }: { text: string; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset with a legend would show the note as a title
    <div role="group" aria-labelledby={id} className={s.noted}>
      <p id={id} className={s.note}>
        {text}
      </p>
      {children}
    </div>
  )
}

const showAllFields = () => true

const prefillNotes = {
  profile: 'Se tomó de su perfil; puede cambiarlo.',
  organisation: 'Se tomó de los datos de la organización; puede cambiarlo.',
  default: 'Es el valor habitual; puede cambiarlo.',
  today: 'Es la fecha de hoy; puede cambiarla.',
}

/** Returns the note about a prefilled value; `undefined` once the user has changed the value. */
function getPrefillNote(filled: PrefilledValues[string] | undefined, typed: unknown): string | undefined {
  return filled && JSON.stringify(filled.typed) === JSON.stringify(typed) ? prefillNotes[filled.by] : undefined
}

function ComputedValue({ field, value }: { field: Field; value: string | undefined }) {
  return (
    <output id={`field-${field.key}`} className={s.computed}>
      {value === undefined ? 'Se calcula con los demás datos.' : formatValue(field, value)}
    </output>
  )
}

const noRows: Row[] = []

function TableField({ model, field, note }: { model: RequestForm; field: Field; note: string | undefined }) {
  const { completeValues, errors, validation } = model
  const own = useMemo(() => {
    const mine = Object.entries(errors).filter(([path]) => path.split('.')[0] === field.key)
    return Object.fromEntries(mine)
  }, [errors, field.key])
  const rows = (completeValues[field.key] ?? noRows) as Row[]
  return (
    <TableControl
      field={field}
      required={isFieldRequiredWithValues(field, validation.values)}
      errors={own}
      rows={rows}
      note={note}
    />
  )
}

function isWide(field: Field): boolean {
  const { type, max, options = [] } = field
  if (type === 'longText' || type === 'table' || type === 'file' || type === 'choices') return true
  if (type === 'text') return Number(max ?? 0) > 150
  return type === 'choice' && options.length <= 5 && options.map((option) => option.value).join('').length > 60
}
