import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Attachment, isImageFile } from '../../domain/attachments/attachment.ts'
import { formatFileSize } from '../../lib/file-size.ts'
import { pb } from '../../lib/pb.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Notice } from '../../ui/state/notice.tsx'
import { Skeleton } from '../../ui/state/skeleton.tsx'
import s from './file-links.module.css'

/** List of a field's files, with download buttons and a preview for pictures. */
export function FileLinks({ files }: { files: readonly Attachment[] }) {
  const [shown, setShown] = useState<Attachment | null>(null)
  const download = useMutation({
    mutationFn: async (id: string) => {
      const link = document.createElement('a')
      link.href = await getAttachmentUrl(id)
      // With `download`, an error response becomes a failed download and does not replace this page.
      link.download = ''
      link.click()
    },
  })
  return (
    <>
      <ul className={s.list}>
        {files.map((file) => (
          <li key={file.id} className={s.file}>
            <span className={s.name}>
              {file.name} <span className={s.size}>{formatFileSize(file.size)}</span>
            </span>
            {isImageFile(file.name) && (
              <Button size="s" icon="eye" onClick={() => setShown(file)}>
                Ver<span className="visually-hidden"> {file.name}</span>
              </Button>
            )}
            <Button
              size="s"
              icon="download"
              pending={download.isPending && download.variables === file.id}
              onClick={() => download.mutate(file.id)}
            >
              Descargar<span className="visually-hidden"> {file.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {shown && (
        <Dialog open onClose={() => setShown(null)} size="l" title={shown.name}>
          <Picture file={shown} />
        </Dialog>
      )}
    </>
  )
}

function Picture({ file }: { file: Attachment }) {
  const { data: url } = useQuery({
    queryKey: ['attachments', file.id, 'preview'],
    queryFn: () => getAttachmentUrl(file.id, true),
    // No cache, because the URL is valid for only two minutes.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  if (state === 'failed') return <Notice tone="danger">La imagen no se pudo mostrar. Descárguela.</Notice>
  return (
    <>
      {state === 'loading' && <Skeleton lines={6} />}
      {url && (
        <img
          className={s.picture}
          src={url}
          alt={file.name}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </>
  )
}

/** Returns a URL of an attachment that is valid for two minutes. With `preview` images open inline, not as a download. */
async function getAttachmentUrl(id: string, preview = false): Promise<string> {
  const token = await pb.files.getToken()
  const record = { id, collectionId: 'attachments' }
  return pb.files.getURL(record, `${id}.bin`, { token, ...(preview && { preview: '1' }) })
}
