import { useRef } from 'react'
import type { Field } from '../../domain/field.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import s from './body-editor.module.css'
import { bodyFaults } from './faults.ts'

interface Props {
  body: string
  fields: readonly Field[]
  onChange: (body: string) => void
}

/** The document's text; a field is put where the cursor stands. */
export function BodyEditor({ body, fields, onChange }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const faults = bodyFaults(body, fields)

  function insert({ key, type, columns = [] }: Field) {
    const cells = columns.map((column) => `{{${column.key}}}`).join(' | ')
    const table = `\n| ${columns.map((column) => column.label).join(' | ')} |\n{{#${key}}}\n| ${cells} |\n{{/${key}}}\n`
    const text = type === 'table' ? table : `{{${key}}}`
    const { selectionStart, selectionEnd } = area.current ?? { selectionStart: body.length, selectionEnd: body.length }
    onChange(body.slice(0, selectionStart) + text + body.slice(selectionEnd))
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(selectionStart + text.length, selectionStart + text.length)
    })
  }

  return (
    <Stack gap={3}>
      <div className={s.insert}>
        <p className={s.hint}>Insertar donde está el cursor:</p>
        <Cluster gap={1}>
          {fields.map((field) => (
            <Button key={field.key} size="s" onClick={() => insert(field)}>
              {field.label}
            </Button>
          ))}
        </Cluster>
      </div>
      <FormField label="Redacción" name="body" required>
        <TextArea
          ref={area}
          className={s.area}
          rows={22}
          spellCheck
          value={body}
          onChange={(event) => onChange(event.target.value)}
        />
      </FormField>
      {faults.length > 0 && (
        <Notice tone="warning" title="Por corregir antes de publicar">
          <ul className={s.faults}>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </Notice>
      )}
      <details>
        <summary>Cómo se escribe</summary>
        <dl className={s.guide}>
          {guide.map(([written, meaning]) => (
            <div key={written}>
              <dt>
                <code>{written}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Stack>
  )
}

const guide = [
  ['# Título', 'un título; ## es un subtítulo'],
  ['**texto**', 'negrita'],
  ['{{clave}}', 'lo que la persona escribió en ese campo'],
  ['{{fecha|largo}}', '3 de febrero de 2020; con letras, en palabras'],
  ['{{valor|moneda}}', '$ 2.500.000,00; con letras, en palabras'],
  ['{{nombre|mayusculas}}', 'en mayúsculas'],
  ['{{#clave}} … {{/clave}}', 'solo cuando hay respuesta o es «Sí»; de una tabla, una vez por fila'],
  ['| Una | Otra |', 'una fila de tabla; la primera es el encabezado'],
] as const
