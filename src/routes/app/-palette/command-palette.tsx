import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { formatCount } from '../../../lib/number-format.ts'
import { useSignOut } from '../../../session/use-sign-out.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import s from './command-palette.module.css'
import { setCommandPaletteOpen, useCommandPalette } from './command-palette-store.ts'
import { findCommands } from './find-commands.ts'
import { type PaletteCommand, useCommands } from './use-commands.ts'
import { useFoundRecords } from './use-found-records.ts'

/** Maximum number of screens and actions shown for a text, to leave space for requests and users. */
const maxCommands = 8

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

const close = () => setCommandPaletteOpen(false)

/** Dialog that opens screens, requests and users, and runs actions. */
export function CommandPalette() {
  const { isOpen } = useCommandPalette()
  const { askToSignOut, dialog } = useSignOut()
  return (
    <>
      {isOpen && <PaletteDialog signOut={() => void askToSignOut()} />}
      {dialog}
    </>
  )
}

function PaletteDialog({ signOut }: { signOut: () => void }) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [text, setText] = useState(() => useCommandPalette.getState().typed)
  const [activeId, setActiveId] = useState('')
  const { commands, isPending, isFailed } = useResults(text, signOut)
  const active = commands.find((command) => command.id === activeId) ?? commands[0]
  const optionId = ({ id: of }: PaletteCommand) => `${id}-${commands.findIndex((command) => command.id === of)}`
  // Closes the dialog before React removes it, because the browser restores the focus only when a dialog is closed.
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])

  function run(command: PaletteCommand | undefined) {
    if (!command) return
    close()
    command.run()
  }
  function press(event: KeyboardEvent) {
    const here = active ? commands.indexOf(active) : -1
    const step = steps[event.key]
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(active)
    else if (step) setActiveId(commands[(here + step + commands.length) % commands.length]?.id ?? '')
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape, which fires `cancel`
    <dialog
      ref={box}
      className={s.dialog}
      aria-label="Buscar"
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className={s.head}>
        <Icon name="search" size={18} className={s.icon} />
        <input
          type="text"
          role="combobox"
          className={s.input}
          aria-label="Buscar pantallas, solicitudes y acciones"
          aria-autocomplete="list"
          aria-expanded={commands.length > 0}
          aria-controls={commands.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={active && optionId(active)}
          placeholder="Pantalla, solicitud o acción"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActiveId('')
          }}
          onKeyDown={press}
        />
        <IconButton icon="close" size="s" label="Cerrar" onClick={close} />
      </div>
      <Results
        id={id}
        commands={commands}
        active={active}
        optionId={optionId}
        onActive={({ id: next }) => setActiveId(next)}
        onRun={run}
      />
      <p role="status" className={commands.length > 0 && !isFailed ? 'visually-hidden' : s.status}>
        {describeResults(text, commands.length, isPending, isFailed)}
      </p>
    </dialog>
  )
}

/** Returns the commands that match the text: screens and actions, then requests and users. */
function useResults(text: string, signOut: () => void) {
  const isTyped = text.trim() !== ''
  const all = useCommands(isTyped, signOut)
  const found = useFoundRecords(text)
  const named = isTyped ? findCommands(all, text).slice(0, maxCommands) : all
  // Sorts the commands by group, because matches sorted by rank may alternate between groups.
  const groups = [...new Set(named.map(({ group }) => group))]
  const ordered = groups.flatMap((group) => named.filter((command) => command.group === group))
  return { ...found, commands: [...ordered, ...found.commands] }
}

function describeResults(text: string, count: number, isPending: boolean, isFailed: boolean): string {
  if (isPending) return 'Buscando…'
  if (isFailed) return 'No se pudo buscar en las solicitudes. Revise su conexión e inténtelo otra vez.'
  if (count === 0) return `Sin resultados para «${text.trim()}».`
  return formatCount(count, 'resultado', 'resultados')
}

interface ResultsProps {
  id: string
  commands: readonly PaletteCommand[]
  active: PaletteCommand | undefined
  optionId: (command: PaletteCommand) => string
  onActive: (command: PaletteCommand) => void
  onRun: (command: PaletteCommand) => void
}

function Results({ id, commands, active, optionId, onActive, onRun }: ResultsProps) {
  const activeOption = active && optionId(active)
  useEffect(() => {
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' })
  }, [activeOption])
  if (commands.length === 0) return null
  const groups = [...new Set(commands.map(({ group }) => group))]
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Resultados" className={s.list}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox contains groups, not fieldsets
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div id={`${id}-${group}`} className={s.group}>
            {group}
          </div>
          {commands
            .filter((command) => command.group === group)
            .map((command) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
              // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input
              <div
                key={command.id}
                id={optionId(command)}
                role="option"
                aria-selected={command === active}
                className={s.option}
                onPointerMove={() => command !== active && onActive(command)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onRun(command)}
              >
                <Icon name={command.icon} size={18} />
                <span className={s.text}>
                  <span>{command.label}</span>
                  {command.detail && <span className={s.detail}>{command.detail}</span>}
                </span>
              </div>
            ))}
        </div>
      ))}
    </div>
  )
}
