import { IconButton } from '../ui/icon-button.tsx'
import { setHelpOpen, useHelp } from './use-help.ts'

/** Opens and closes the help of the current screen. */
export function HelpButton() {
  const { isOpen } = useHelp()
  return <IconButton icon="help" label="Ayuda" aria-expanded={isOpen} onClick={() => setHelpOpen(!isOpen)} />
}
