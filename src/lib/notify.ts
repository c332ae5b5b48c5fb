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
  /** What was done, and for how many seconds it can be undone; `Alt+T` leads there. */
  undo: (text: string, seconds: number, undo: () => void) =>
    void toasts().then((toast) =>
      toast.success(text, { duration: seconds * 1000, action: { label: 'Deshacer', onClick: undo } }),
    ),
  info: (text: string, id?: string) => void toasts().then((toast) => toast.info(text, { ...(id && { id }) })),
}
