import { lazyDialog } from '../ui/lazy-part.tsx'

export const DownloadDocumentsDialog = lazyDialog(
  async () => (await import('./download-documents-form.tsx')).DownloadDocumentsForm,
)
