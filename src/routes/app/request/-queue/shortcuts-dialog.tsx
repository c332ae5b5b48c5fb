import { requestActions } from '../../../../domain/requests/actions.ts'
import { decisionTypes } from '../../../../domain/requests/request.ts'
import { setShortcutsEnabled, useShortcutSettings } from '../../../../lib/shortcuts.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { Switch } from '../../../../ui/form/switch.tsx'
import { Dialog } from '../../../../ui/overlay/dialog.tsx'
import { Stack } from '../../../../ui/page/layout.tsx'
import s from './shortcuts-dialog.module.css'

const shortcutDescriptions: [string, string][] = [
  ...decisionTypes.map((action): [string, string] => {
    const { key = '', needsReason, texts } = requestActions[action]
    return [key, `${texts.button}${needsReason.length ? ', con su motivo' : `; otra vez ${key} o Enter lo confirma`}`]
  }),
  ['J', 'La siguiente'],
  ['K', 'La anterior'],
  ['Ctrl + Enter', 'Confirmar la decisión'],
  ['Esc', 'Cancelar la decisión; el texto se guarda'],
  ['?', 'Estas teclas'],
]

/** Dialog with the keyboard shortcuts of the queue, and a switch for the single-letter shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { on } = useShortcutSettings()
  return (
    <Dialog onClose={onClose} title="Teclas de la cola" footer={<Button onClick={onClose}>Cerrar</Button>}>
      <Stack gap={5}>
        <dl className="stack-2">
          {shortcutDescriptions.map(([key, description]) => (
            <div key={key} className={s.line}>
              <dt>
                <kbd className={s.key}>{key}</kbd>
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
        <Switch
          label="Teclas de una sola letra"
          help="Desactívelas si dicta a su equipo o si las oprime sin querer. Los botones hacen lo mismo."
          checked={on}
          onChange={(event) => setShortcutsEnabled(event.target.checked)}
        />
      </Stack>
    </Dialog>
  )
}
