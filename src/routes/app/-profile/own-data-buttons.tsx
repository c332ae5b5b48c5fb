import { mutationOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createApiError } from '../../../lib/api-error.ts'
import { downloadFile } from '../../../lib/download-file.ts'
import { fetchPublic } from '../../../lib/fetch-public.ts'
import { pb } from '../../../lib/pb.ts'
import { DownloadDocumentsDialog } from '../../../requests/download-documents-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Cluster } from '../../../ui/page/layout.tsx'

const downloadOwnDataMutation = mutationOptions({ mutationFn: downloadOwnData })

/** Buttons that download what the server stores about the user, and the user's documents. */
export function OwnDataButtons({ userId }: { userId: string }) {
  const downloading = useMutation(downloadOwnDataMutation)
  const [isChoosing, setChoosing] = useState(false)
  return (
    <Cluster>
      <Button icon="download" pending={downloading.isPending} onClick={() => downloading.mutate()}>
        Descargar mis datos
      </Button>
      <Button icon="archive" onClick={() => setChoosing(true)}>
        Descargar mis documentos
      </Button>
      {isChoosing && (
        <DownloadDocumentsDialog wanted={{ search: { owner: userId } }} onClose={() => setChoosing(false)} />
      )}
    </Cluster>
  )
}

/** Downloads the file without parsing it, because that of a user with many requests is large. */
async function downloadOwnData() {
  const headers = { Authorization: pb.authStore.token }
  const response = await fetchPublic(pb.buildURL('/api/app/users/data'), { headers })
  const file = await response.blob()
  // The server ends a complete file with this text.
  if ((await file.slice(-2).text()) !== '}\n') throw createApiError(0)
  downloadFile(file, 'mis-datos.json')
}
