import type { Command, EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import {
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { formatList } from '../../lib/number-format.ts'
import type { BodyEditorHandle } from '../editor/body-source-editor.tsx'
import type { TemplateBodyError } from '../editor/format-errors.ts'
import { bodyDecorationPluginKey } from './body-decorations.ts'
import { useBodyPopups } from './body-popups.tsx'
import { type BodySession, createBodySession, updateSession } from './body-session.ts'
import { BodyToolbar } from './body-toolbar.tsx'
import s from './body-view.module.css'
import { createSourceChange } from './insert-commands.ts'
import { createTextSelection } from './normalize-lines.ts'
import { getSourceOffset, listSourceLines, serializeBody } from './serialize-body.ts'

interface Props {
  /** Editor state that is kept while the text box is shown. Created on first use. */
  session: RefObject<BodySession | null>
  body: string
  fields: readonly Field[]
  faults: readonly TemplateBodyError[]
  /** Source offset at which to place the cursor after a switch from the text box; `null` leaves the focus unchanged. */
  caret: number | null
  handle: Ref<BodyEditorHandle>
  onChange: (body: string) => void
  /** Switches to the text box; receives the source offset of the cursor. */
  onShowSource: (caret: number) => void
  onCreateField: (field: Field) => void
}

/** WYSIWYG editor of the document text: shows styles and labels instead of markup. */
export function StyledBodyEditor(props: Props) {
  const { body, fields, faults, onShowSource } = props
  const { place, view, state, run } = useBodyView(props)
  const popups = useBodyPopups({ view, state, fields, run, onCreateField: props.onCreateField })
  const toolbar = useRef<HTMLDivElement>(null)
  const hint = useId()
  useSession(props, view, body)
  useLayoutEffect(() => {
    if (!props.session.current) return
    props.session.current.actions.current = {
      pickField: () => popups.pickField('@'),
      editTag: popups.editTag,
      focusToolbar: () => toolbar.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus(),
    }
  })
  useEffect(() => {
    view?.dispatch(view.state.tr.setMeta(bodyDecorationPluginKey, { fields, faults }).setMeta('addToHistory', false))
  }, [view, fields, faults])
  useImperativeHandle(props.handle, () => ({
    selectLine(line) {
      if (!view) return
      const lines = serializeBody(view.state.doc).split('\n')
      const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
      view.focus()
      const selection = createTextSelection(view.state.doc, start, start + (lines[line - 1]?.length ?? 0))
      view.dispatch(view.state.tr.setSelection(selection).scrollIntoView())
    },
  }))
  return (
    <div className={s.editor}>
      {state && (
        <BodyToolbar
          bar={toolbar}
          state={state}
          run={run}
          onPickField={() => popups.pickField('')}
          onAddCondition={popups.addCondition}
          onEditTag={popups.editTag}
          onLeave={() => view?.focus()}
          onShowSource={() => onShowSource(getSourceOffset(state.doc, state.selection.head))}
        />
      )}
      <div ref={place} className={s.text} data-describedby={hint} />
      <p id={hint} className="text-hint">
        Escriba «@» para insertar un dato. Alt+F10 va a los botones, y F2 edita la marca junto al cursor. En una tabla,
        Tab cambia de celda; Esc y Tab salen.
      </p>
      {state && <SourceLinesHint lines={listSourceLines(state.doc)} />}
      {popups.element}
    </div>
  )
}

function SourceLinesHint({ lines }: { lines: readonly number[] }) {
  if (!lines.length) return null
  const places = lines.length === 1 ? `La línea ${lines[0]} se muestra` : `Las líneas ${formatList(lines)} se muestran`
  return (
    <p className="text-hint" role="status">
      {places} como código: con estilo, su código cambiaría.
    </p>
  )
}

function useBodyView({ session, body, fields, faults, caret, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const [state, setState] = useState<EditorState | null>(null)
  const report = useRef(onChange)
  useLayoutEffect(() => {
    report.current = onChange
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is created once; later changes are transactions.
  useLayoutEffect(() => {
    const box = place.current
    if (!box) return
    session.current ??= createBodySession(body, fields, faults)
    const current = session.current
    updateSession(current, body)
    current.reported = [body]
    const created = new EditorView(box, {
      state: current.state,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Redacción',
        'aria-describedby': box.dataset.describedby ?? '',
        spellcheck: 'true',
        // A translation would be read as a change by the user.
        translate: 'no',
      },
      dispatchTransaction(transaction) {
        current.state = created.state.apply(transaction)
        created.updateState(current.state)
        setState(current.state)
        if (!transaction.docChanged) return
        const source = serializeBody(current.state.doc)
        current.reported.push(source)
        report.current(source)
      },
    })
    if (caret !== null) {
      created.focus()
      const { tr, doc } = created.state
      created.dispatch(tr.setSelection(createTextSelection(doc, caret, caret)).scrollIntoView())
    }
    setView(created)
    setState(created.state)
    return () => created.destroy()
  }, [])
  /** Runs a command, then returns the focus to the text. */
  function run(command: Command) {
    if (!view) return
    view.focus()
    command(view.state, view.dispatch, view)
  }
  return { place, view, state, run }
}

/** Applies changes of `body` made outside the editor, for example when changes are discarded. */
function useSession({ session }: Props, view: EditorView | null, body: string) {
  useLayoutEffect(() => {
    const current = session.current
    if (!view || !current) return
    // Ignores a body that the editor itself reported, because newer changes may already be in the editor.
    const own = current.reported.lastIndexOf(body)
    if (own >= 0) {
      current.reported.splice(0, own)
      return
    }
    current.reported = [body]
    const change = createSourceChange(view.state, body)
    if (change) view.dispatch(change)
  }, [session, view, body])
}
