import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { FormatPicker } from '../../../formats/format-picker.tsx'
import { publishedFormats } from '../../../formats/queries.ts'
import { newId } from '../../../lib/new-id.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Drafts } from './-create/drafts.tsx'
import { EditorPage } from './-create/editor-page.tsx'
import { openEditor } from './-create/open-editor.ts'
import { readCreateSearch } from './-create/search.ts'

export const Route = createFileRoute('/app/request/create')({
  validateSearch: readCreateSearch,
  beforeLoad: ({ search }) => {
    // Adds an id to the URL before the first input, so that reloads and repeated saves use the same draft.
    if (search.format && !search.draft)
      throw redirect({ to: '/app/request/create', search: { ...search, draft: newId() }, replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ deps, context: { user } }) => {
    if (deps.draft) return openEditor({ ...deps, draft: deps.draft }, user)
    await queryClient.query(publishedFormats)
    return null
  },
  // No cache, because an old state of the draft would overwrite newer changes.
  gcTime: 0,
  preload: false,
  component: Create,
})

function Create() {
  const opened = Route.useLoaderData()
  return opened ? <EditorPage key={opened.id} opened={opened} /> : <Picker />
}

function Picker() {
  const { data: formats } = useSuspenseQuery(publishedFormats)
  return (
    <Stack gap={5}>
      <PageHeader title="Nueva solicitud" description="Elija el formato del documento que necesita." />
      <Drafts nameOf={(id) => formats.find((format) => format.id === id)?.name ?? 'Borrador'} />
      <FormatPicker formats={formats} to="/app/request/create" />
    </Stack>
  )
}
