import { lazyDialog } from '../ui/overlay/lazy-dialog.tsx'

export const DownloadDocumentsDialog = lazyDialog(
  async () => (await import('./download-documents-form.tsx')).DownloadDocumentsForm,
)
