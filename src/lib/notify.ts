const toasts = () => import('sonner').then((module) => module.toast)

/** One sentence in a corner for four seconds; loaded when first used. The same id replaces the earlier one. */
export const notify = {
  success: (text: string, id?: string) => void toasts().then((toast) => toast.success(text, { ...(id && { id }) })),
  error: (text: string, id?: string) => void toasts().then((toast) => toast.error(text, { ...(id && { id }) })),
  info: (text: string, id?: string) => void toasts().then((toast) => toast.info(text, { ...(id && { id }) })),
}
