import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { DocumentVerification } from '../domain/documents/document-verification-output.ts'
import { describeError } from '../lib/api-error.ts'
import { downloadFile } from '../lib/download-file.ts'
import { Button } from '../ui/actions/button.tsx'
import { FormField, TextInput } from '../ui/form/form-field.tsx'
import { FormFrame } from '../ui/form/form-frame.tsx'
import { ErrorNotice } from '../ui/state/screen-states.tsx'
import { DocumentFacts } from './document-facts.tsx'
import { fetchOpenedDocument, fetchOpenedPdf } from './queries.ts'

/** Form that opens the other fields of a document and its PDF with the last digits of the holder's identity number. */
export function DocumentOpening({ check: { code, number } }: { check: DocumentVerification }) {
  const [digits, setDigits] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [error, setError] = useState('')
  const opening = useMutation({ mutationFn: () => fetchOpenedDocument(code, digits), meta: { quiet: true } })
  const download = useMutation({
    mutationFn: () => fetchOpenedPdf(code, digits),
    meta: { quiet: true },
    onSuccess: (file) => downloadFile(file, `${number}.pdf`),
  })
  if (opening.data)
    return (
      <>
        {opening.data.fields.length > 0 && (
          <DocumentFacts
            title="Los demás datos"
            facts={opening.data.fields.map(({ label, value }) => [label, value] as const)}
          />
        )}
        <ErrorNotice>{download.error && describeError(download.error)}</ErrorNotice>
        <Button icon="download" autoFocus pending={download.isPending} onClick={() => download.mutate()}>
          Descargar el PDF
        </Button>
      </>
    )
  function submit(event: FormEvent) {
    event.preventDefault()
    const isComplete = /^\d{4}$/.test(digits)
    setError(isComplete ? '' : 'Escriba las cuatro cifras.')
    setAttempt(attempt + 1)
    if (isComplete) opening.mutate()
  }
  return (
    <FormFrame
      errors={error ? [{ name: 'digits', message: error }] : []}
      attempt={attempt}
      refusal={opening.error ? describeError(opening.error) : undefined}
      onSubmit={submit}
    >
      <FormField
        label="Últimas cuatro cifras del documento de identidad del titular"
        name="digits"
        error={error || undefined}
        help="Con ellas verá los demás datos y el PDF. No cuente el dígito después del guion."
      >
        <TextInput
          value={digits}
          maxLength={4}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setDigits(event.target.value.trim())}
        />
      </FormField>
      <Button type="submit" pending={opening.isPending}>
        Ver los demás datos
      </Button>
    </FormFrame>
  )
}
