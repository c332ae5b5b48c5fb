import type { ReactNode } from 'react'
import { hurry } from './when-calm.ts'

let ready = () => {}
const isThere = new Promise<void>((resolve) => {
  ready = resolve
})

/** Called by the toaster when it is mounted: sonner drops a toast that comes before, so toasts wait for this. */
export const toasterIsThere = () => ready()

async function toasts() {
  hurry()
  const [{ toast }] = await Promise.all([import('sonner'), isThere])
  return toast
}

/** One sentence in a corner for four seconds; loaded when first used, or while the page is read. The same id replaces the earlier one. */
export const notify = {
  success: (text: string, id?: string) => void toasts().then((toast) => toast.success(text, { ...(id && { id }) })),
  error: (text: string, id?: string) => void toasts().then((toast) => toast.error(text, { ...(id && { id }) })),
  /** Sentence with a button that undoes what was done, until `close` is called; `Alt+T` moves focus there. */
  undo: (id: string, text: string, label: ReactNode, undo: () => void) =>
    void toasts().then((toast) =>
      toast.success(text, { id, duration: Number.POSITIVE_INFINITY, action: { label, onClick: undo } }),
    ),
  close: (id: string) => void toasts().then((toast) => toast.dismiss(id)),
  info: (text: string, id?: string) => void toasts().then((toast) => toast.info(text, { ...(id && { id }) })),
}
