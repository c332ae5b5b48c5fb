import { IconButton } from '../ui/actions/button.tsx'
import { setHelpPanelOpen, useHelpPanel } from './use-help-panel.ts'

/** Opens and closes the help of the current screen. */
export function HelpButton() {
  const { isOpen } = useHelpPanel()
  return <IconButton icon="help" label="Ayuda" aria-expanded={isOpen} onClick={() => setHelpPanelOpen(!isOpen)} />
}
