import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useBlocker, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Field } from '../../../../domain/fields/field.ts'
import type { Format } from '../../../../domain/formats/format.ts'
import { countryCurrencies } from '../../../../domain/money/currency.ts'
import type { User } from '../../../../domain/users/user.ts'
import { allFormatsQuery } from '../../../../formats/admin-queries.ts'
import { useEditedFormat } from '../../../../formats/editor/use-edited-format.ts'
import { NewFormatDialog } from '../../../../formats/new-format-dialog.tsx'
import { useWordImport, type WordImport } from '../../../../formats/word/use-word-import.ts'
import { WordUpload } from '../../../../formats/word/word-upload.tsx'
import { settingsQuery } from '../../../../settings/queries.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { PageHeader, Stack } from '../../../../ui/page/layout.tsx'
import { Stepper } from '../../../../ui/page/stepper.tsx'
import { getOriginalText } from '../../../../word/reading/original-text.ts'
import { buildImportedFormat, type WordFormat } from '../../../../word/word-format.ts'
import { WordReview } from './word-review.tsx'

interface Props {
  me: User
  /** Id of the format that receives the text; `undefined` for a new format. */
  target: string | undefined
}

/** Limits of a format, equal to those in `formatSchema`. */
const maxBodyLength = 50_000
const maxFields = 200

/** Page that creates a format from a Word document: file, review of the proposed fields, and draft. */
export function WordImportPage({ me, target }: Props) {
  const { data: formats } = useSuspenseQuery(allFormatsQuery)
  const { data: settings } = useSuspenseQuery(settingsQuery())
  const importing = useWordImport()
  const { stage, document, decisions } = importing
  const [naming, setNaming] = useState(false)
  const isDone = useRef(false)
  const navigate = useNavigate()
  const format = formats.find(({ id }) => id === target)
  const compose = (existing: readonly Field[]) =>
    document && buildImportedFormat(document, decisions, countryCurrencies[settings.country], existing)
  const existing = format?.fields ?? []
  const composed = compose(existing)
  useBlocker({
    shouldBlockFn: () =>
      stage === 'review' && !isDone.current && !window.confirm('El formato no se ha creado todavía. ¿Salir?'),
    enableBeforeUnload: () => stage === 'review' && !isDone.current,
  })
  function open(made: Format) {
    isDone.current = true
    void navigate({ to: '/app/format/$formatId', params: { formatId: made.id } })
  }
  const preview = composed && { ...composed, fields: [...existing, ...composed.fields] }
  const problem = preview && findProblem(preview)
  const createProps = { id: 'word-create', variant: 'primary', disabled: Boolean(problem) } as const
  return (
    <Stack gap={5}>
      <PageHeader
        title={format ? `Texto de Word para «${format.name}»` : 'Crear un formato desde Word'}
        eyebrow={<Link to="/app/format">Formatos</Link>}
        description={
          stage !== 'review' && 'El documento se convierte en redacción y campos. Usted revisa cada propuesta.'
        }
        actions={
          stage === 'review' && (
            <>
              <Button variant="quiet" onClick={importing.restart}>
                Elegir otro documento
              </Button>
              {format && composed ? (
                <UseInFormatButton {...createProps} format={format} compose={compose} me={me} onDone={open} />
              ) : (
                <Button {...createProps} onClick={() => setNaming(true)}>
                  Crear el formato
                </Button>
              )}
            </>
          )
        }
      />
      <Stepper
        label="Pasos"
        steps={['Documento', 'Revisar los campos', 'Formato']}
        current={stage === 'review' ? 1 : 0}
      />
      {stage !== 'review' && <WordUpload importing={importing} />}
      {stage === 'review' && document && preview && (
        <WordReview importing={importing} document={document} composed={preview} problem={problem} owner={me.name} />
      )}
      {naming && composed && (
        <NewFormatDialog
          content={{ ...composed, name: suggestName(importing) }}
          onClose={() => setNaming(false)}
          onMade={open}
        />
      )}
    </Stack>
  )
}

function findProblem({ body, fields }: WordFormat): string | null {
  if (body.length > maxBodyLength)
    return 'La redacción es demasiado larga: un formato admite 50.000 letras, unas 15 páginas. Divida el documento.'
  if (fields.length > maxFields)
    return 'Hay demasiados campos: un formato admite 200. Una los que son el mismo dato o descarte algunos.'
  return null
}

/** Returns the name for the format: the document's title, otherwise its file name. */
function suggestName({ document, file }: WordImport): string {
  const heading = document?.original.find(({ kind }) => kind === 'heading')
  const title = heading
    ? getOriginalText(heading).replace(/\s+/g, ' ').trim()
    : (file?.name ?? '').replace(/\.docx$/i, '')
  const calm = title === title.toUpperCase() ? title.charAt(0) + title.slice(1).toLocaleLowerCase('es') : title
  return calm.slice(0, 120)
}

interface UseInFormatProps {
  id: string
  variant: 'primary'
  disabled: boolean
  format: Format
  /** Returns the text and the new fields; proposals with the name of an existing field use it. */
  compose: (existing: readonly Field[]) => WordFormat | null
  me: User
  onDone: (format: Format) => void
}

/**
 * Button that puts the imported text into an existing format as unsaved changes. The format's existing fields do not
 * change.
 */
function UseInFormatButton({ format, compose, me, onDone, ...button }: UseInFormatProps) {
  const { input, change } = useEditedFormat(format, me.id)
  function use() {
    const composed = compose(input.fields)
    if (composed) change({ body: composed.body, fields: [...input.fields, ...composed.fields] })
    onDone(format)
  }
  return (
    <Button {...button} onClick={use}>
      Llevar al formato
    </Button>
  )
}
