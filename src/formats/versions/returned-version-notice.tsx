import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Notice that a version replaced the draft, with a button to undo it. */
export function ReturnedVersionNotice({ number, onUndo }: { number: number; onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  // Moves focus to this button, because the focused button disappeared.
  useEffect(() => button.current?.focus(), [])
  return (
    <Notice
      live
      tone="success"
      title={`El borrador es ahora la versión ${number}`}
      action={
        <Button ref={button} size="s" icon="return" onClick={onUndo}>
          Deshacer
        </Button>
      }
    >
      Revíselo en las pestañas. Guárdelo o publíquelo para conservarlo.
    </Notice>
  )
}
