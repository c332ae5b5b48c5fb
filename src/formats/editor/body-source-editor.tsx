import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField, TextArea } from '../../ui/form/form-field.tsx'
import { Cluster } from '../../ui/page/layout.tsx'
import { createFieldSource } from '../body/field-source.ts'
import s from './body-editor.module.css'

interface Props {
  body: string
  fields: readonly Field[]
  /** Offset at which to place the cursor after a switch from the styled editor; `null` leaves the focus unchanged. */
  caret: number | null
  handle: Ref<BodyEditorHandle>
  onChange: (body: string) => void
  /** Switches to the styled editor; receives the offset of the cursor. Absent if the styled editor is not available. */
  onShowStyled?: ((caret: number) => void) | undefined
}

export function BodySourceEditor({ body, fields, caret, handle, onChange, onShowStyled }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (caret === null) return
    area.current?.focus()
    area.current?.setSelectionRange(caret, caret)
  }, [caret])
  useImperativeHandle(handle, () => ({
    selectLine(line) {
      const lines = body.split('\n')
      const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
      area.current?.focus()
      area.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
    },
  }))

  function insert(text: string) {
    area.current?.focus()
    // Inserts as if typed, because Ctrl+Z of the text box cannot undo a change of its value.
    if (document.execCommand('insertText', false, text)) return
    const { selectionStart, selectionEnd } = area.current ?? { selectionStart: body.length, selectionEnd: body.length }
    onChange(body.slice(0, selectionStart) + text + body.slice(selectionEnd))
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(selectionStart + text.length, selectionStart + text.length)
    })
  }

  const insertField = (field: Field) => {
    const source = createFieldSource(field)
    insert(field.type === 'table' ? `\n${source}\n` : source)
  }

  return (
    <>
      <div className={s.insert}>
        <p className={s.hint}>Insertar donde está el cursor:</p>
        <div className={s.fields}>
          <Cluster gap={1}>
            {fields
              .filter(({ approvers }) => approvers !== 'keep')
              .map((field) => (
                <Button key={field.key} size="s" onClick={() => insertField(field)}>
                  {field.label}
                </Button>
              ))}
          </Cluster>
        </div>
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
      {onShowStyled && (
        <Button size="s" className={s.switch} onClick={() => onShowStyled(area.current?.selectionStart ?? body.length)}>
          Ver con estilo
        </Button>
      )}
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
    </>
  )
}

const snippets = [
  ['Condición', '{{#si clave = "valor"}}…{{sino}}…{{/si}}'],
  ['Cursiva', '{{*}}texto{{*}}'],
  ['Subrayado', '{{_}}texto{{_}}'],
  ['Cláusula', '**{{cláusula}}. Objeto.** '],
  ['Lista con letras', '{{a)}} '],
  ['Lista con viñetas', '{{-}} '],
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

/** Functions that both editors of a body, the text box and the styled editor, offer to their parent. */
export interface BodyEditorHandle {
  /** Selects a line by its one-based number. */
  selectLine: (line: number) => void
}
