import { useId, useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { fieldTypeLabels } from '../../domain/fields/field-type-labels.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Cluster } from '../../ui/page/cluster.tsx'
import { Stack } from '../../ui/page/stack.tsx'
import { Notice } from '../../ui/state/notice.tsx'
import s from './body-editor.module.css'
import type { TemplateBodyError } from './format-errors.ts'
import { createMissingField, findSimilarField, replaceKeyInBody } from './missing-field.ts'
import { focusFirstEnabled } from './order-buttons.tsx'

interface Props {
  body: string
  fields: readonly Field[]
  faults: readonly TemplateBodyError[]
  onSelectLine: (line: number) => void
  onChange: (body: string) => void
  onCreateField: (field: Field) => void
  onEditField: (key: string) => void
}

export function BodyErrorList({ body, fields, faults, onSelectLine, onChange, onCreateField, onEditField }: Props) {
  const id = useId()
  const [created, setCreated] = useState<Field | null>(null)
  const isCreated = created !== null && fields.some(({ key }) => key === created.key)

  function create(field: Field) {
    onCreateField(field)
    setCreated(field)
    focusFirstEnabled(`${id}-edit`)
  }
  function replace(key: string, by: Field, line: number) {
    onChange(replaceKeyInBody(body, key, by.key))
    requestAnimationFrame(() => onSelectLine(line))
  }
  /** Returns the buttons of an unknown key. They change all its places, so only the first place has them. */
  function renderFixes({ unknownKey: key, line }: TemplateBodyError, index: number) {
    if (key === undefined || faults.findIndex(({ unknownKey }) => unknownKey === key) !== index) return null
    const missing = createMissingField(key, body)
    const similar = findSimilarField(key, fields)
    return (
      <Cluster gap={1}>
        {missing && (
          <Button size="s" icon="plus" onClick={() => create(missing)}>
            Crear el campo «{missing.label}»
          </Button>
        )}
        {similar && (
          <Button size="s" onClick={() => replace(key, similar, line)}>
            Cambiar por «{similar.label}»
          </Button>
        )}
      </Cluster>
    )
  }

  return (
    <>
      {faults.length > 0 && (
        <Notice tone="warning" title="Por corregir antes de publicar">
          <ul className={s.faults}>
            {faults.map((fault, index) => (
              <li key={fault.text}>
                <Stack gap={1}>
                  <button type="button" className={s.fault} onClick={() => onSelectLine(fault.line)}>
                    {fault.text}
                  </button>
                  {renderFixes(fault, index)}
                </Stack>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Cluster>
        <span role="status">
          {isCreated && `Se creó el campo «${created.label}», de tipo ${fieldTypeLabels[created.type]}.`}
        </span>
        {isCreated && (
          <Button id={`${id}-edit`} size="s" variant="quiet" icon="edit" onClick={() => onEditField(created.key)}>
            Editar el campo
          </Button>
        )}
      </Cluster>
    </>
  )
}
