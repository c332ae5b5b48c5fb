import { hurry } from './when-calm.ts'

let ready = () => {}
const isThere = new Promise<void>((resolve) => {
  ready = resolve
})

/** Told by the corner itself: what is said before it stands is said to nobody. */
export const cornerIsThere = () => ready()

async function toasts() {
  hurry()
  const [{ toast }] = await Promise.all([import('sonner'), isThere])
  return toast
}

/** One sentence in a corner for four seconds; loaded when first used, or while the page is read. The same id replaces the earlier one. */
export const notify = {
  success: (text: string, id?: string) => void toasts().then((toast) => toast.success(text, { ...(id && { id }) })),
  error: (text: string, id?: string) => void toasts().then((toast) => toast.error(text, { ...(id && { id }) })),
  info: (text: string, id?: string) => void toasts().then((toast) => toast.info(text, { ...(id && { id }) })),
}
