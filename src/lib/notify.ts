import type { ReactNode } from 'react'
import { toast } from 'sonner'

/** Shows a toast for four seconds, replacing a toast with the same id. */
export const notify = {
  success: (text: string, id?: string) => void toast.success(text, { ...(id && { id }) }),
  error: (text: string, id?: string) => void toast.error(text, { ...(id && { id }) }),
  /**
   * Shows a toast with an undo button until `close` is called; `Alt+T` moves focus to the button. A press does not close
   * the toast, because the undo may fail.
   */
  undo: (id: string, text: string, label: ReactNode, undo: () => void) =>
    void toast.success(text, {
      id,
      duration: Number.POSITIVE_INFINITY,
      action: {
        label,
        onClick(event) {
          event.preventDefault()
          undo()
        },
      },
    }),
  close: (id: string) => void toast.dismiss(id),
  info: (text: string, id?: string) => void toast.info(text, { ...(id && { id }) }),
}
