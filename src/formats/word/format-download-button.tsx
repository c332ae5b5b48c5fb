import { useMutation } from '@tanstack/react-query'
import { parseOrganisationPageSetup } from '../../domain/documents/page.ts'
import { resolvePageSetup } from '../../domain/documents/page-setup.ts'
import type { FormatInput } from '../../domain/formats/format.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { describeError } from '../../lib/error-message.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'

interface Props {
  /** Format with the unsaved changes. */
  input: FormatInput
  settings: Settings
}

/** Button that downloads the text of a format as a Word document. */
export function FormatDownloadButton({ input, settings }: Props) {
  const download = useMutation({
    mutationFn: async () => {
      const { writeFormatDocument } = await import('../../word/writing/format-document.ts')
      const { name, body, fields, paper, code } = input
      const page = resolvePageSetup(paper, parseOrganisationPageSetup(settings))
      downloadFile(await writeFormatDocument({ name, body, fields, page }), `${code}.docx`)
    },
    onError: (error) => notify.error(describeError(error)),
  })
  return (
    <Button variant="quiet" icon="download" pending={download.isPending} onClick={() => download.mutate()}>
      Descargar en Word
    </Button>
  )
}
