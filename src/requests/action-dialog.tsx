import { lazyDialog } from '../ui/overlay/lazy-dialog.tsx'

/** Dialog that confirms an action and runs it. Lazy-loaded when it opens. */
export const ActionDialog = lazyDialog(async () => (await import('./action-dialog-content.tsx')).ActionDialogContent)
