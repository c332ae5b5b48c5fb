import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { fieldTypeLabels } from '../../domain/fields/field-types.ts'
import { usePersistentState } from '../../lib/use-persistent-state.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Cluster, Stack } from '../../ui/page/layout.tsx'
import { Notice, Skeleton } from '../../ui/state/screen-states.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import type { BodySession } from '../body/body-session.ts'
import type { StyledBodyEditor } from '../body/styled-body-editor.tsx'
import s from './body-editor.module.css'
import { type BodyEditorHandle, BodySourceEditor } from './body-source-editor.tsx'
import { listTemplateBodyErrors, type TemplateBodyError } from './format-errors.ts'
import { createMissingField, findSimilarField, replaceKeyInBody } from './missing-field.ts'
import { focusFirstEnabled } from './order-buttons.tsx'

interface Props {
  me: string
  body: string
  fields: readonly Field[]
  /** Source offset of the cursor when the editor opens; `null` leaves the focus where it is. */
  start: number | null
  guide: ReactNode
  onChange: (body: string) => void
  onCreateField: (field: Field) => void
  onEditField: (key: string) => void
}

/** Editor of the document text, styled or as a text box. Phones show only the text box. */
export function BodyEditor({ me, body, fields, start, guide, onChange, onCreateField, onEditField }: Props) {
  const errors = listTemplateBodyErrors(body, fields)
  const [view, setView] = usePersistentState<'styled' | 'source'>(me, 'body-view', 'styled')
  const [caret, setCaret] = useState(start)
  const [isGuideOpen, setGuideOpen] = useState(false)
  const isPhone = useMediaQuery('(pointer: coarse) and (max-width: 47.99rem)')
  const editor = useRef<BodyEditorHandle>(null)
  const session = useRef<BodySession | null>(null)
  const { Styled, hasFailed } = useStyledEditor(view === 'styled' && !isPhone)
  const isSource = view === 'source' || isPhone || hasFailed
  function show(next: typeof view, at: number) {
    setCaret(at)
    setView(next)
  }
  const common = { body, fields, caret, handle: editor, onChange }
  return (
    <Stack gap={3} isWide={wideTable.test(body)}>
      {hasFailed && <Notice tone="warning">El editor con estilo no cargó. Puede seguir escribiendo el código.</Notice>}
      {isSource ? (
        <BodySourceEditor {...common} onShowStyled={isPhone ? undefined : (at) => show('styled', at)} />
      ) : Styled ? (
        <Styled
          {...common}
          session={session}
          faults={errors}
          onShowSource={(at) => show('source', at)}
          onCreateField={onCreateField}
        />
      ) : (
        <Skeleton height={estimateStyledHeight(body)} />
      )}
      {/* Appears with the editor, whose lines its links select. */}
      {(isSource || Styled) && (
        <BodyErrorList
          body={body}
          fields={fields}
          faults={errors}
          onSelectLine={(line) => editor.current?.selectLine(line)}
          onChange={onChange}
          onCreateField={onCreateField}
          onEditField={onEditField}
        />
      )}
      <details onToggle={(event) => setGuideOpen(event.currentTarget.open)}>
        <summary>Cómo se escribe</summary>
        {isGuideOpen && guide}
      </details>
    </Stack>
  )
}

/** Matches a table row of five or more cells, whose words would break beside the preview. */
const wideTable = /^\|(?:[^|\n]*\|){5}/m

/** Returns the approximate CSS height of the styled editor, whose text scrolls if it is long, so that the page does not move when the editor loads. */
function estimateStyledHeight(body: string): string {
  const lines = body.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 70)), 0)
  const [barHeight, padding, lineHeight] = [2.75, 3, 1.65]
  return `calc(${barHeight}rem + clamp(18rem, ${padding + lines * lineHeight}rem, 70vh))`
}

type Styled = ComponentType<ComponentProps<typeof StyledBodyEditor>>

/** Loads the styled editor when it is first shown, because its code is large. */
function useStyledEditor(isShown: boolean) {
  const [Styled, setStyled] = useState<Styled | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (!isShown || Styled) return
    setHasFailed(false)
    import('../body/styled-body-editor.tsx').then(
      (loaded) => setStyled(() => loaded.StyledBodyEditor),
      () => setHasFailed(true),
    )
  }, [isShown, Styled])
  return { Styled, hasFailed: hasFailed && isShown }
}

interface ErrorListProps extends Pick<Props, 'body' | 'fields' | 'onChange' | 'onCreateField' | 'onEditField'> {
  faults: readonly TemplateBodyError[]
  onSelectLine: (line: number) => void
}

function BodyErrorList({ body, fields, faults, onSelectLine, onChange, onCreateField, onEditField }: ErrorListProps) {
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
