import { useMutation } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { Issuer } from '../../domain/documents/issuer.ts'
import type { PageSetup } from '../../domain/documents/page.ts'
import type { FormatVersion } from '../../domain/formats/format.ts'
import { formatCount } from '../../lib/number-format.ts'
import { openInNewTab } from '../../lib/pdf-files.ts'
import { useUser } from '../../session/use-user.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Notice } from '../../ui/state/notice.tsx'
import { renderPreviewPdf } from '../document-files.ts'
import { DocumentPreview } from '../document-preview.tsx'
import { listOptionalKeys } from '../optional-fields.ts'
import { buildPreviewModel } from '../preview-model.ts'
import s from './preview-pane.module.css'
import { RoutePreview } from './route-preview.tsx'
import { listUnsupportedCharacters } from './unsupported-characters.ts'
import type { RequestForm } from './use-request-form.ts'

interface Props {
  model: RequestForm
  format: { id: string; name: string }
  version: Pick<
    FormatVersion,
    'id' | 'fields' | 'body' | 'signatures' | 'signatories' | 'paper' | 'makesFinal' | 'route'
  >
  organisation: Issuer & { logo: string; page: PageSetup }
  isApprovedAtOnce: boolean
}

/** Live preview of the document, with a button for the PDF that the server would generate. */
export function PreviewPane({ model, format, version, organisation, isApprovedAtOnce }: Props) {
  const { fields, completeValues, validation, active, controls } = model
  const { name: owner } = useUser()
  const decided = controls.context.today
  // Deferred, because rendering many rows takes longer than the interval between key presses.
  const values = useDeferredValue(completeValues)
  const given = useDeferredValue(validation.values)
  const sketch = useMemo(
    () => buildPreviewModel({ version, values, organisation, owner, decided, isApprovedAtOnce }),
    [version, values, organisation, owner, decided, isApprovedAtOnce],
  )
  const { blocks } = sketch
  const pdf = useMutation({
    mutationFn: () =>
      openInNewTab(async () =>
        URL.createObjectURL(
          await renderPreviewPdf({ format: format.id, formatVersion: version.id, values: validation.values }),
        ),
      ),
  })
  const optional = useMemo(() => listOptionalKeys(fields, given), [fields, given])
  const missing = Object.values(validation.errors).filter((code) => code === 'required').length
  const lacking = useMemo(() => listUnsupportedCharacters(blocks, fields), [blocks, fields])
  return (
    <div className={s.pane}>
      <div className={s.head}>
        <p className="text-tertiary">
          {missing
            ? `${missing === 1 ? 'Falta' : 'Faltan'} ${formatCount(missing, 'dato obligatorio', 'datos obligatorios')}.`
            : 'No falta ningún dato.'}
        </p>
        <Button size="s" icon="file" pending={pdf.isPending} onClick={() => pdf.mutate()}>
          Ver PDF
        </Button>
      </div>
      <p className="text-tertiary">
        {version.makesFinal
          ? 'Al aprobarse, el documento será definitivo: no llevará la marca PRELIMINAR.'
          : 'Al aprobarse, el documento será preliminar: llevará la marca.'}
      </p>
      {version.route.length > 0 && (
        <RoutePreview format={format.id} version={version} values={given} completeValues={values} />
      )}
      {lacking.length > 0 && (
        <Notice tone="warning" live>
          {`El PDF no puede mostrar ${lacking.slice(0, 5).join(', ')}.`}
        </Notice>
      )}
      <DocumentPreview
        format={format.name}
        number={null}
        {...sketch}
        active={active.split('.')[0] ?? ''}
        optional={optional}
      />
    </div>
  )
}
