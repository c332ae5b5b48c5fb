import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { errorMessages } from '../../../../domain/errors.ts'
import { describeError } from '../../../../lib/error-message.ts'
import { notify } from '../../../../lib/notify.ts'
import { saveSettingsMutation } from '../../../../settings/mutations.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { maxLogoSize, resizeDocumentImage } from '../../../../settings/resize-document-image.ts'
import { Button } from '../../../../ui/button.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import { guessLetterhead } from '../../../../word/reading/letterhead.ts'
import type { WordHeader } from '../../../../word/reading/read-word-document.ts'
import s from './header-offer.module.css'
import { LetterheadOffer } from './letterhead-offer.tsx'

interface Props {
  header: WordHeader
  /** Text of the footers, which often have the address. */
  footer: string
}

/** Panel with the document's header. Its data and its image can become the letterhead and the logo of the organisation. */
export function DocumentHeaderPanel({ header: { text, image }, footer }: Props) {
  const { data: settings } = useSuspenseQuery(settingsQuery())
  const [url, setUrl] = useState('')
  const saving = useMutation({
    ...saveSettingsMutation(),
    onError: (error) => notify.error(describeError(error)),
  })
  useEffect(() => {
    if (!image) return
    const made = URL.createObjectURL(toFile(image))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [image])
  const data = useMemo(() => guessLetterhead(`${text}\n${footer}`), [text, footer])
  if (!text && !image && Object.keys(data).length === 0) return null
  async function saveLogo() {
    if (!image) return
    const logo = await resizeDocumentImage(toFile(image), maxLogoSize)
    if (typeof logo === 'string') notify.error(errorMessages[logo])
    else saving.mutate({ id: settings.id, logo })
  }
  return (
    <Panel
      title="Encabezado del documento"
      description="Los documentos llevan el membrete de Ajustes, Organización. Este encabezado no pasa a la redacción."
    >
      <Stack gap={3}>
        {text && <blockquote className={s.text}>{text}</blockquote>}
        <LetterheadOffer data={data} />
        {image && url && (
          <>
            <img src={url} alt="Imagen del encabezado" className={s.image} />
            <div>
              <Button size="s" pending={saving.isPending} onClick={() => void saveLogo()}>
                Usar como logo de la organización
              </Button>
            </div>
          </>
        )}
      </Stack>
    </Panel>
  )
}

const toFile = ({ bytes, type }: NonNullable<WordHeader['image']>) =>
  new File([bytes as Uint8Array<ArrayBuffer>], 'logo', { type })
