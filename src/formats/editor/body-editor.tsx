import { useRef } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import s from './body-editor.module.css'
import { listTemplateBodyErrors } from './format-errors.ts'
import { TemplateSyntaxGuide } from './template-syntax-guide.tsx'

interface Props {
  body: string
  fields: readonly Field[]
  onChange: (body: string) => void
}

/** Editor of the document text. The buttons insert fields at the cursor. */
export function BodyEditor({ body, fields, onChange }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const faults = listTemplateBodyErrors(body, fields)

  function tagsOf({ key, type, columns = [] }: Field) {
    const cells = columns.map((column) => `{{${column.key}}}`).join(' | ')
    const table = `\n| ${columns.map((column) => column.label).join(' | ')} |\n{{#${key}}}\n| ${cells} |\n{{/${key}}}\n`
    return type === 'table' ? table : `{{${key}}}`
  }

  function insert(text: string) {
    const { selectionStart, selectionEnd } = area.current ?? { selectionStart: body.length, selectionEnd: body.length }
    onChange(body.slice(0, selectionStart) + text + body.slice(selectionEnd))
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(selectionStart + text.length, selectionStart + text.length)
    })
  }

  function goTo(line: number) {
    const lines = body.split('\n')
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
    area.current?.focus()
    area.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  }

  return (
    <Stack gap={3}>
      <div className={s.insert}>
        <p className={s.hint}>Insertar donde está el cursor:</p>
        <Cluster gap={1}>
          {fields
            .filter(({ deciders }) => deciders !== 'keep')
            .map((field) => (
              <Button key={field.key} size="s" onClick={() => insert(tagsOf(field))}>
                {field.label}
              </Button>
            ))}
        </Cluster>
        <details>
          <summary>Cursiva, cláusulas, listas, firmas y demás</summary>
          <Cluster gap={1}>
            {snippets.map(([label, text]) => (
              <Button key={label} size="s" onClick={() => insert(text)}>
                {label}
              </Button>
            ))}
          </Cluster>
        </details>
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
            {faults.map(({ line, text }) => (
              <li key={text}>
                <button type="button" className={s.fault} onClick={() => goTo(line)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <details>
        <summary>Cómo se escribe</summary>
        <TemplateSyntaxGuide />
      </details>
    </Stack>
  )
}

/** Snippets to insert at the cursor, by button label. */
const snippets = [
  ['Condición', '{{#si clave = "valor"}}…{{sino}}…{{/si}}'],
  ['Cursiva', '{{*}}texto{{*}}'],
  ['Subrayado', '{{_}}texto{{_}}'],
  ['Cláusula', '**{{cláusula}}. Objeto.** '],
  ['Lista con letras', '{{a)}} '],
  ['Lista con puntos', '{{-}} '],
  ['Lista dentro de otra', '{{>a)}} '],
  ['Al centro', '{{al centro}} '],
  ['Raya hasta el margen', '{{___}}'],
  ['Celdas unidas', '{{2 columnas}} '],
  ['Columnas', '{{columnas: 15, 45, 20 derecha, 20}}\n'],
  ['Sin partir', '{{#sin partir}}\n\n{{/sin partir}}\n'],
  ['Nueva página', '{{nueva página}}\n'],
  ['Firma de una persona', '{{#aquí firma}}\nNombre\nCargo\n{{/aquí firma}}\n'],
  ['Firmas de la organización', '{{aquí firman: Recursos Humanos}}\n'],
] as const
