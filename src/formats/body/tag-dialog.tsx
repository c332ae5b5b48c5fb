import { useState } from 'react'
import { parseTag } from '../../domain/documents/template-tag.ts'
import { parseStyle, supportsStyle } from '../../domain/documents/value-style.ts'
import type { Column, Field } from '../../domain/fields/field.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField, Select, TextInput } from '../../ui/form/form-field.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { Cluster, Columns } from '../../ui/page/layout.tsx'
import { ConditionBuilder } from '../conditions/condition-builder.tsx'
import {
  type ConditionDraft,
  formatTextCondition,
  listTextTests,
  readTextCondition,
} from '../conditions/condition-draft.ts'
import { listTemplateBodyErrors } from '../editor/format-errors.ts'
import { createMissingField } from '../editor/missing-field.ts'
import { getTagContent } from './parse-body.ts'
import { getStyleLabel, getTagLabel } from './tag-label.ts'

interface Props {
  source: string
  fields: readonly (Field | Column)[]
  isNew: boolean
  onSubmit: (source: string) => void
  onCreateField: (field: Field) => void
  onClose: () => void
}

const toOption = ({ key, label }: Field | Column) => ({ value: key, label })

/** Dialog that edits a tag: with inputs for a field or a simple condition, otherwise as source text. */
export function TagDialog({ source, fields, isNew, onSubmit, onClose, onCreateField }: Props) {
  const [content, setContent] = useState(getTagContent(source).trim())
  const [attempt, setAttempt] = useState(0)
  const tag = `{{${content}}}`
  const error = attempt > 0 ? findTagError(content, fields) : undefined
  const prefix = /^(#\s*si|sino si)\s+/.exec(content)?.[0]
  const { label } = getTagLabel(tag, fields)
  return (
    <FormDialog
      id="tag-form"
      title={prefix ? 'Condición' : isNew ? 'Insertar una marca' : 'Marca'}
      submit="Aceptar"
      pending={false}
      errors={error ? [{ name: 'tag-source', message: error }] : []}
      attempt={attempt}
      refusal={undefined}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (findTagError(content, fields)) setAttempt(attempt + 1)
        else onSubmit(tag)
      }}
    >
      {prefix ? (
        <ConditionInputs
          source={content.slice(prefix.length)}
          fields={fields}
          onChange={(condition) => setContent(prefix + condition)}
        />
      ) : (
        <ValueInputs content={content} fields={fields} onChange={setContent} />
      )}
      <MissingFieldOffer content={content} fields={fields} onCreateField={onCreateField} />
      <p role="status">Se lee: {label}.</p>
      <FormField label="Código de la marca" name="tag-source" error={error}>
        <TextInput value={content} spellCheck={false} onChange={(event) => setContent(event.target.value)} />
      </FormField>
    </FormDialog>
  )
}

/** Offers to create the field of a value tag whose key no field has. */
function MissingFieldOffer({
  content,
  fields,
  onCreateField,
}: Pick<Props, 'fields' | 'onCreateField'> & { content: string }) {
  const tag = parseTag(content)
  if (typeof tag === 'string' || tag.is !== 'value' || fields.some(({ key }) => key === tag.key)) return null
  const missing = createMissingField(tag.key, `{{${content}}}`)
  return (
    <Cluster>
      <span>Ningún campo tiene la clave «{tag.key}».</span>
      {missing && (
        <Button size="s" icon="plus" onClick={() => onCreateField(missing)}>
          Crear el campo «{missing.label}»
        </Button>
      )}
    </Cluster>
  )
}

/** Returns the message of a tag's first error. Adds an end tag before the check if the tag starts a section. */
function findTagError(content: string, fields: readonly (Field | Column)[]) {
  const tag = parseTag(content)
  const before = typeof tag === 'object' && (tag.is === 'else' || tag.is === 'close') ? getOpeningTag(tag, fields) : ''
  const after = /^#\s*si\s|^sino/.test(content)
    ? '{{/si}}'
    : content.startsWith('#')
      ? `{{/${content.slice(1).trim()}}}`
      : ''
  const text = listTemplateBodyErrors(`${before}{{${content}}}${after}`, fields)[0]?.text
  return text?.replace(/^Línea 1, /, '')
}

function getOpeningTag(tag: { is: string; key?: string }, fields: readonly (Field | Column)[]) {
  if (tag.key && tag.key !== 'si') return `{{#${tag.key}}}`
  return fields[0] ? `{{#si ${fields[0].key}}}` : ''
}

interface InputProps {
  fields: readonly (Field | Column)[]
  onChange: (source: string) => void
}

function ValueInputs({ content, fields, onChange }: InputProps & { content: string }) {
  const tag = parseTag(content)
  if (typeof tag === 'string' || tag.is !== 'value') return null
  const field = fields.find(({ key }) => key === tag.key)
  const known = ['largo', 'letras', 'moneda', 'mayusculas', 'documento', 'Documento', 'cédula', 'Cédula', 'lista']
  const styles = known.filter((style) => field && supportsStyle(field, parseStyle(style)))
  const shown = tag.style && !styles.includes(tag.style) ? [...styles, tag.style] : styles
  return (
    <Columns min={11}>
      <FormField label="Dato" name="tag-field">
        <Select
          value={field ? tag.key : ''}
          placeholder="Elija un campo"
          options={fields.filter(({ type }) => type !== 'table').map(toOption)}
          onChange={(event) => onChange(event.target.value)}
        />
      </FormField>
      <FormField label="Cómo se escribe" name="tag-style">
        <Select
          value={tag.style}
          placeholder="Como en el formulario"
          options={shown.map((style) => ({ value: style, label: getStyleLabel(parseStyle(style), style) }))}
          onChange={(event) => onChange(event.target.value ? `${tag.key}|${event.target.value}` : tag.key)}
        />
      </FormField>
    </Columns>
  )
}

function ConditionInputs({ source, fields, onChange }: InputProps & { source: string }) {
  const find = (key: string) => fields.find((field) => field.key === key)
  const read = readTextCondition(source)
  // A value that is being typed may be empty, which is not a valid condition yet.
  const [latest, setLatest] = useState<ConditionDraft | null>(read)
  const draft = read ?? (latest && source === formatTextCondition(latest, find) ? latest : null)
  if (!draft) return <p>Esta condición solo se puede editar como código.</p>
  return (
    <ConditionBuilder
      id="tag"
      label="Si el campo"
      fields={fields}
      value={draft}
      listTests={listTextTests}
      onChange={(next) => {
        setLatest(next)
        onChange(formatTextCondition(next, find))
      }}
    />
  )
}
