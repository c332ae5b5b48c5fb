import { Autocomplete } from '@base-ui/react/autocomplete'
import type { ComponentProps } from 'react'
import { findByWords } from '../../../lib/find-by-words.ts'
import { formatCount } from '../../../lib/number-format.ts'
import combobox from '../../../ui/form/combobox.module.css'
import { Icon } from '../../../ui/icon.tsx'
import s from './command-palette.module.css'
import { type PaletteCommand, useCommands, useFoundRecords } from './use-commands.ts'

/** Maximum number of screens and actions shown for a text, to leave space for requests and users. */
const maxCommands = 8

interface Props {
  text: string
  onText: (text: string) => void
  input: ComponentProps<'input'>
  onClose: () => void
  signOut: () => void
}

/** Input and results of the command palette: screens and actions, then requests and users. */
export function CommandSearch({ text, onText, input, onClose, signOut }: Props) {
  const typed = text.trim()
  const all = useCommands(typed !== '', signOut)
  const found = useFoundRecords(typed)
  const commands = [...(typed ? findByWords(all, typed).slice(0, maxCommands) : all), ...found.commands]
  const groups = [...new Set(commands.map(({ group }) => group))].map((value) => ({
    value,
    items: commands.filter(({ group }) => group === value),
  }))
  function run(command: PaletteCommand) {
    onClose()
    command.run()
  }
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      keepHighlight
      items={groups}
      itemToStringValue={({ label }: PaletteCommand) => label}
      value={text}
      onValueChange={(value, { reason }) => reason === 'input-change' && onText(value)}
    >
      <Autocomplete.Input {...input} />
      <Autocomplete.List className={s.list} aria-label="Resultados">
        {({ value, items }: (typeof groups)[number]) => (
          <Autocomplete.Group key={value} items={items}>
            <Autocomplete.GroupLabel className={s.group}>{value}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: PaletteCommand) => (
                <Autocomplete.Item
                  key={command.id}
                  value={command}
                  className={combobox.item}
                  onClick={() => run(command)}
                >
                  <Icon name={command.icon} size={18} />
                  <span className="wrap-anywhere grow">
                    {command.label}
                    {command.detail && <span className={combobox.detail}>{command.detail}</span>}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <p role="status" className={commands.length > 0 && !found.isFailed ? 'visually-hidden' : 'muted'}>
        {found.isPending
          ? 'Buscando…'
          : found.isFailed
            ? 'No se pudo buscar en las solicitudes. Revise su conexión e inténtelo otra vez.'
            : commands.length > 0
              ? formatCount(commands.length, 'resultado', 'resultados')
              : `Sin resultados para «${typed}».`}
      </p>
    </Autocomplete.Root>
  )
}
