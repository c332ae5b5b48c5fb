import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { usePersistentState } from '../../lib/use-persistent-state.ts'
import { Stack } from '../../ui/page/stack.tsx'
import { Notice } from '../../ui/state/notice.tsx'
import { Skeleton } from '../../ui/state/skeleton.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import type { BodySession } from '../body/body-session.ts'
import type { StyledBodyEditor } from '../body/styled-body-editor.tsx'
import { BodyErrorList } from './body-error-list.tsx'
import { type BodyEditorHandle, BodySourceEditor } from './body-source-editor.tsx'
import { listTemplateBodyErrors } from './format-errors.ts'

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
