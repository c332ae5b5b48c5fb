import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { errorMessages } from '../../../../domain/errors.ts'
import s from '../../../../formats/word/word-review.module.css'
import { describeError } from '../../../../lib/api-error.ts'
import { notify } from '../../../../lib/notify.ts'
import { saveSettingsMutation } from '../../../../settings/mutations.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { maxLogoSize, resizeDocumentImage } from '../../../../settings/resize-document-image.ts'
import { settingLabels } from '../../../../settings/settings-labels.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { Checkbox, FormField } from '../../../../ui/form/form-field.tsx'
import { Panel, Stack } from '../../../../ui/page/layout.tsx'
import { guessLetterhead, type LetterheadData, letterheadParts } from '../../../../word/reading/letterhead.ts'
import type { WordHeader } from '../../../../word/reading/read-word-document.ts'

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
    ...saveSettingsMutation,
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
        {text && <blockquote className={s.headerText}>{text}</blockquote>}
        <LetterheadOffer data={data} />
        {image && url && (
          <>
            <img src={url} alt="Imagen del encabezado" className={s.headerImage} />
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

/** Data of the header that differ from the organisation's letterhead. The administrator chooses which ones to save. */
function LetterheadOffer({ data }: { data: LetterheadData }) {
  const { data: settings } = useSuspenseQuery(settingsQuery())
  const [chosen, setChosen] = useState(() => letterheadParts.filter((part) => data[part] && !settings[part]))
  const saving = useMutation({ ...saveSettingsMutation, onError: (error) => notify.error(describeError(error)) })
  const offered = letterheadParts.filter((part) => data[part] && data[part] !== settings[part])
  const taken = offered.filter((part) => chosen.includes(part))
  if (offered.length === 0) return Object.keys(data).length > 0 && <p>El membrete ya tiene estos datos.</p>
  return (
    <FormField label="Datos para el membrete" name="letterhead" group>
      <Stack gap={2}>
        {offered.map((part) => (
          <Checkbox
            key={part}
            label={`${settingLabels[part]}: ${data[part]}`}
            help={settings[part] ? `Ahora: ${settings[part]}` : 'Ahora está vacío.'}
            checked={chosen.includes(part)}
            onChange={({ target }) =>
              setChosen((parts) => (target.checked ? [...parts, part] : parts.filter((one) => one !== part)))
            }
          />
        ))}
        <div>
          <Button
            size="s"
            disabled={taken.length === 0}
            pending={saving.isPending}
            onClick={() =>
              saving.mutate({ id: settings.id, ...Object.fromEntries(taken.map((part) => [part, data[part]])) })
            }
          >
            Guardar en el membrete
          </Button>
        </div>
      </Stack>
    </FormField>
  )
}
