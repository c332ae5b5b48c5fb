import { useMutation } from '@tanstack/react-query'
import { parseOrganisationPageSetup } from '../../domain/documents/page.ts'
import { resolvePageSetup } from '../../domain/documents/page-setup.ts'
import type { FormatInput } from '../../domain/formats/format.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { describeError } from '../../lib/error-message.ts'
import { notify } from '../../lib/notify.ts'

/** Returns a function that downloads the text of a format as a Word document. `input`: format with the unsaved changes. */
export function useFormatDownload(input: FormatInput, settings: Settings): () => void {
  const download = useMutation({
    mutationFn: async () => {
      const { writeFormatDocument } = await import('../../word/writing/format-document.ts')
      const { name, body, fields, paper, code } = input
      const page = resolvePageSetup(paper, parseOrganisationPageSetup(settings))
      downloadFile(await writeFormatDocument({ name, body, fields, page }), `${code}.docx`)
    },
    onError: (error) => notify.error(describeError(error)),
  })
  return () => download.mutate()
}
