import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import type { Mark } from 'prosemirror-model'
import type { Command, EditorState } from 'prosemirror-state'
import { type KeyboardEvent, type ReactNode, type Ref, type RefObject, useEffect, useRef } from 'react'
import { Button, IconButton } from '../../ui/actions/button.tsx'
import { Menu } from '../../ui/actions/menu.tsx'
import { toggleBold, toggleItalic, toggleUnderline } from './body-keymap.ts'
import { bodySchema } from './body-schema.ts'
import s from './body-toolbar.module.css'
import { findTagAtCursor, getCurrentLine, isRow } from './current-line.ts'
import { insertLines, insertMarkup, wrapInTags } from './insert-commands.ts'
import { alignLines, setLineType } from './line-commands.ts'
import { addTableRow, changeTableColumn, deleteTableRow } from './table-commands.ts'

interface Props {
  bar: RefObject<HTMLDivElement | null>
  state: EditorState
  run: (command: Command) => void
  onPickField: () => void
  onAddCondition: () => void
  onEditTag: () => void
  /** Moves focus back to the text; called on Escape. */
  onLeave: () => void
  onShowSource: () => void
}

const lineTypes = [
  ['Párrafo', setLineType('paragraph')],
  ['Título', setLineType('heading', { level: 1 })],
  ['Subtítulo', setLineType('heading', { level: 2 })],
] as const

const items = [
  ['•', 'Lista con viñetas', '{{-}}'],
  ['a)', 'Lista con letras', '{{a)}}'],
  ['1.', 'Lista numerada', '{{1.}}'],
] as const

const insertions = [
  ['Al centro', alignLines('{{al centro}} ')],
  ['A la derecha', alignLines('{{a la derecha}} ')],
  ['Sin alineación', alignLines('')],
  ['Cláusula numerada', insertMarkup('**{{cláusula}}. Objeto.** ')],
  ['Nombre de la organización', insertMarkup('{{organización}}')],
  ['Si no', insertMarkup('{{sino}}')],
  ['Firma de una persona', insertLines('{{#aquí firma}}\n\n{{/aquí firma}}')],
  ['Firmas de la organización', insertLines('{{aquí firman: Recursos Humanos}}')],
  ['Nueva página', insertLines('{{nueva página}}')],
  ['Sin partir', wrapInTags('{{#sin partir}}', '{{/sin partir}}', true)],
] as const

/** Toolbar of the styled editor. It is a single tab stop; arrow keys move between its buttons. */
export function BodyToolbar({ bar, state, run, ...on }: Props) {
  const { line } = getCurrentLine(state)
  const lineType = line.type.name === 'heading' ? lineTypes[line.attrs.level as 1 | 2] : lineTypes[0]
  const isInRow = isRow(line)
  const isPlain = !isInRow && line.type.name !== 'raw'
  const isItem = (tag: string) => line.type.name === 'item' && line.attrs.tag === tag
  return (
    <Toolbar bar={bar} onLeave={on.onLeave}>
      <Button size="s" title="Insertar un dato (@)" onClick={on.onPickField}>
        Insertar dato
      </Button>
      <Button size="s" onClick={on.onAddCondition}>
        Condición
      </Button>
      <Menu
        align="start"
        trigger={
          <Button size="s" variant="quiet" disabled={!isPlain} aria-label={`Estilo de la línea: ${lineType?.[0]}`}>
            {lineType?.[0]} ▾
          </Button>
        }
        items={lineTypes.map(([label, command]) => ({ label, onSelect: () => run(command) }))}
      />
      <Toggle label="Negrita (Ctrl+B)" pressed={hasMark(state, 'bold')} onPress={() => run(toggleBold)}>
        <strong>N</strong>
      </Toggle>
      <Toggle label="Cursiva (Ctrl+I)" pressed={hasMark(state, 'italic')} onPress={() => run(toggleItalic)}>
        <em>K</em>
      </Toggle>
      <Toggle label="Subrayado (Ctrl+U)" pressed={hasMark(state, 'underline')} onPress={() => run(toggleUnderline)}>
        <u>S</u>
      </Toggle>
      {items.map(([sign, label, tag]) => (
        <Toggle
          key={tag}
          label={label}
          pressed={isItem(tag)}
          disabled={!isPlain}
          onPress={() => run(isItem(tag) ? setLineType('paragraph') : setLineType('item', { tag }))}
        >
          {sign}
        </Toggle>
      ))}
      <Button size="s" variant="quiet" disabled={isInRow} onClick={() => run(insertLines('| | |\n| | |'))}>
        Tabla
      </Button>
      <Menu
        align="start"
        trigger={
          <Button size="s" variant="quiet">
            Más ▾
          </Button>
        }
        items={insertions.map(([label, command]) => ({ label, onSelect: () => run(command) }))}
      />
      <div className={s.last}>
        <IconButton
          size="s"
          icon="edit"
          label="Editar la marca junto al cursor (F2)"
          disabled={!findTagAtCursor(state)}
          onClick={on.onEditTag}
        />
        <IconButton
          size="s"
          icon="return"
          label="Deshacer (Ctrl+Z)"
          disabled={!undoDepth(state)}
          onClick={() => run(undo)}
        />
        <IconButton
          size="s"
          icon="redo"
          label="Rehacer (Ctrl+Y)"
          disabled={!redoDepth(state)}
          onClick={() => run(redo)}
        />
        <Button size="s" variant="quiet" onClick={on.onShowSource}>
          Ver el código
        </Button>
      </div>
      {isInRow && <TableButtons run={run} />}
    </Toolbar>
  )
}

const tableCommands = [
  ['Fila arriba', addTableRow(-1)],
  ['Fila abajo', addTableRow(1)],
  ['Columna antes', changeTableColumn(-1)],
  ['Columna después', changeTableColumn(1)],
  ['Quitar fila', deleteTableRow],
  ['Quitar columna', changeTableColumn(0)],
] as const

function TableButtons({ run }: Pick<Props, 'run'>) {
  return (
    <fieldset className={s.table}>
      <legend className="visually-hidden">Tabla</legend>
      {tableCommands.map(([label, command]) => (
        <Button key={label} size="s" variant="quiet" onClick={() => run(command)}>
          {label}
        </Button>
      ))}
    </fieldset>
  )
}

interface ToggleProps {
  label: string
  pressed: boolean
  disabled?: boolean
  onPress: () => void
  children: ReactNode
}

function Toggle({ label, pressed, disabled = false, onPress, children }: ToggleProps) {
  return (
    <button
      type="button"
      className={s.toggle}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

function hasMark({ selection, storedMarks, doc }: EditorState, name: 'bold' | 'italic' | 'underline') {
  const type = bodySchema.marks[name]
  if (!selection.empty) return doc.rangeHasMark(selection.from, selection.to, type)
  return (storedMarks ?? selection.$head.marks()).some((mark: Mark) => mark.type === type)
}

/** Container that is a single tab stop. Arrow keys, Home and End move inside it; Escape calls `onLeave`. */
function Toolbar({
  bar,
  onLeave,
  children,
}: {
  bar: Ref<HTMLDivElement> & RefObject<HTMLDivElement | null>
  onLeave: () => void
  children: ReactNode
}) {
  const current = useRef<HTMLElement>(null)
  const list = () => [...(bar.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
  useEffect(() => {
    const buttons = list()
    const stop = buttons.find((button) => button === current.current) ?? buttons[0]
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
  })
  function move(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault()
      return onLeave()
    }
    const buttons = list()
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
    const to = steps[event.key]
    if (to === undefined || at < 0) return
    event.preventDefault()
    buttons.at(to % buttons.length)?.focus()
  }
  return (
    <div
      ref={bar}
      className={s.bar}
      role="toolbar"
      aria-label="Estilo del texto"
      onKeyDown={move}
      onFocus={({ target }) => {
        current.current = target
        for (const button of list()) button.tabIndex = button === target ? 0 : -1
      }}
      // Prevents the click from moving the focus out of the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  )
}
