import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { importStepLabels } from '../../../batches/batch-messages.ts'
import { ImportDraftList, LatestBatches } from '../../../batches/intake/import-lists.tsx'
import { fieldListsQuery } from '../../../batches/queries.ts'
import { FormatPicker } from '../../../formats/format-picker.tsx'
import {
  filterableFormatsQuery,
  formatQuery,
  loadFormatAccess,
  publishedFormatsQuery,
  publishedVersionQuery,
} from '../../../formats/queries.ts'
import { RestrictedFormat } from '../../../formats/restricted-format.tsx'
import { queryClient } from '../../../lib/query-client.ts'
import { settingsQuery } from '../../../settings/queries.ts'
import { PageHeader, Stack } from '../../../ui/page/layout.tsx'
import { Stepper } from '../../../ui/page/stepper.tsx'
import { BatchImport } from './-create-batch/batch-import.tsx'
import { parseBatchImportSearchParams } from './-create-batch/import-search.ts'

export const Route = createFileRoute('/app/request/create-batch')({
  validateSearch: parseBatchImportSearchParams,
  loaderDeps: ({ search: { format } }) => ({ format }),
  loader: async ({ deps: { format: id }, context: { user } }) => {
    const [settings] = await Promise.all([
      queryClient.query(settingsQuery()),
      queryClient.query(filterableFormatsQuery),
    ])
    if (!id) {
      await queryClient.query(publishedFormatsQuery)
      return null
    }
    const format = await queryClient.query(formatQuery(id))
    if (!(await loadFormatAccess(format, user))) return { restricted: format.name }
    const version = await queryClient.query(publishedVersionQuery(format))
    return { format, settings, version, lists: await queryClient.query(fieldListsQuery(version.fields)) }
  },
  // No cache, so that the page uses the published version: the server refuses rows for an older version.
  gcTime: 0,
  preload: false,
  component: CreateBatch,
})

function CreateBatch() {
  const { user } = Route.useRouteContext()
  const opened = Route.useLoaderData()
  const { data: known } = useSuspenseQuery(filterableFormatsQuery)
  const nameOf = (id: string) => known.find((format) => format.id === id)?.name ?? ''
  if (opened?.restricted !== undefined) return <RestrictedFormat name={opened.restricted} />
  // Keyed by format without its version, so that publishing a new version does not reset an open import.
  return opened ? (
    <BatchImport key={opened.format.id} {...opened} owner={user.id} nameOf={nameOf} />
  ) : (
    <Start owner={user.id} nameOf={nameOf} />
  )
}

function Start({ owner, nameOf }: { owner: string; nameOf: (format: string) => string }) {
  const { data: formats } = useSuspenseQuery(publishedFormatsQuery)
  return (
    <Stack gap={5}>
      <PageHeader title="Nuevo lote" description="Muchas solicitudes de un mismo formato, desde una hoja de cálculo." />
      <Stepper label="Pasos de un lote" steps={importStepLabels} current={0} />
      <ImportDraftList owner={owner} nameOf={nameOf} />
      <FormatPicker formats={formats} to="/app/request/create-batch" />
      <LatestBatches owner={owner} nameOf={nameOf} />
    </Stack>
  )
}
