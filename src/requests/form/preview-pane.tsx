import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { type Block, getBlockRuns } from '../../domain/documents/blocks.ts'
import type { Issuer } from '../../domain/documents/issuer.ts'
import { toSupportedCharacters } from '../../domain/documents/layout/supported-characters.ts'
import type { PageSetup } from '../../domain/documents/page.ts'
import type { Field, Values } from '../../domain/fields/field.ts'
import type { FormatVersion } from '../../domain/formats/format.ts'
import { listRouteKeys } from '../../domain/formats/referenced-keys.ts'
import type { RouteStage } from '../../domain/formats/route.ts'
import type { RequestRoute } from '../../domain/requests/request-route.ts'
import { formatCount } from '../../lib/number-format.ts'
import { pb } from '../../lib/pb.ts'
import { openInNewTab } from '../../lib/pdf-files.ts'
import { useUser } from '../../session/use-user.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import { renderPreviewPdf } from '../document-files.ts'
import { DocumentPreview } from '../document-preview.tsx'
import { formatApprovers } from '../format-approvers.ts'
import { listOptionalKeys } from '../optional-fields.ts'
import { buildPreviewModel } from '../preview-model.ts'
import s from './preview-pane.module.css'
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
    <div className="stack-2">
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

/** Lists the characters that the PDF's fonts lack, with their fields: «李» en «Nombre completo». */
export function listUnsupportedCharacters(blocks: readonly Block[], fields: readonly Field[]): string[] {
  const columns = fields.flatMap((field) => field.columns ?? [])
  const labelOf = (key: string) => [...fields, ...columns].find((field) => field.key === key)?.label ?? key
  const found = new Set<string>()
  for (const { text, key } of blocks.flatMap(getBlockRuns))
    if (key) toSupportedCharacters(text, (character) => found.add(`«${character}» en «${labelOf(key)}»`))
  return [...found]
}

interface RoutePreviewProps {
  format: string
  version: { id: string; route: readonly RouteStage[] }
  /** Valid values so far. */
  values: Values
  /** Values with the computed ones. */
  completeValues: Values
}

/** Query for who would decide a request. Loaded again only if a value changes on which the route depends. */
const previewRouteQuery = ({ format, version, values, completeValues }: RoutePreviewProps) =>
  queryOptions({
    queryKey: ['users', 'route', version.id, listRouteKeys(version.route).map((key) => completeValues[key] ?? null)],
    queryFn: () =>
      pb.send<Pick<RequestRoute, 'steps'>>('/api/app/requests/preview/route', {
        method: 'POST',
        body: { format, formatVersion: version.id, values },
      }),
    placeholderData: keepPreviousData,
  })

/** Approval steps of a request before its submission, with the names of those who decide. */
function RoutePreview(props: RoutePreviewProps) {
  const { data } = useQuery(previewRouteQuery(props))
  const steps = data?.steps.filter(({ state }) => state !== 'skipped') ?? []
  if (steps.length === 0) return null
  return (
    <section aria-label="Quién decide">
      <p>Quién decide:</p>
      <ol className={s.steps}>
        {steps.map((step) => (
          <li key={step.position}>
            {step.name}: <span className="text-tertiary">{formatApprovers(step)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
