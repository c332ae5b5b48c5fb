import type { ReactNode } from 'react'
import { runDeferredWork } from './run-when-idle.ts'

let ready = () => {}
const toasterReady = new Promise<void>((resolve) => {
  ready = resolve
})

/** Shows the toasts queued so far. The toaster calls this on mount, because sonner drops toasts sent before. */
export const markToasterReady = () => ready()

async function loadToasts() {
  runDeferredWork()
  await toasterReady
  return (await import('sonner')).toast
}

/** Shows a toast for four seconds, replacing a toast with the same id. Loads the toast library on first use or when the page is idle. */
export const notify = {
  success: (text: string, id?: string) => void loadToasts().then((toast) => toast.success(text, { ...(id && { id }) })),
  error: (text: string, id?: string) => void loadToasts().then((toast) => toast.error(text, { ...(id && { id }) })),
  /**
   * Shows a toast with an undo button until `close` is called; `Alt+T` moves focus to the button. A press does not close
   * the toast, because the undo may fail.
   */
  undo: (id: string, text: string, label: ReactNode, undo: () => void) =>
    void loadToasts().then((toast) =>
      toast.success(text, {
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
    ),
  close: (id: string) => void loadToasts().then((toast) => toast.dismiss(id)),
  info: (text: string, id?: string) => void loadToasts().then((toast) => toast.info(text, { ...(id && { id }) })),
}
