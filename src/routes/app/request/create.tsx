import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { FormatPicker } from '../../../formats/format-picker.tsx'
import { publishedFormatsQuery } from '../../../formats/queries.ts'
import { createRecordId } from '../../../lib/create-record-id.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { requestListQuery } from '../../../requests/queries.ts'
import { loadCurrentUser } from '../../../session/current-user.ts'
import { PageHeader, Stack } from '../../../ui/page/layout.tsx'
import { parseRequestEditorSearchParams } from './-create/create-search.ts'
import { DraftList, getDraftSearchParams } from './-create/draft-list.tsx'

export const Route = createFileRoute('/app/request/create')({
  validateSearch: parseRequestEditorSearchParams,
  beforeLoad: ({ search }) => {
    // Adds an id to the URL before the first input, so that reloads and repeated saves use the same draft.
    if (search.format && !search.draft)
      throw redirect({ to: '/app/request/create', search: { ...search, draft: createRecordId() }, replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ deps, context: { user } }) => {
    if (!deps.draft) {
      // Without the drafts the page would move when they arrive. It opens without them if their call fails.
      const drafts = queryClient.query(requestListQuery(getDraftSearchParams(user))).catch(() => undefined)
      await Promise.all([queryClient.query(publishedFormatsQuery), drafts])
      return null
    }
    // Lazy-loaded, because the choice of a format needs no form.
    const { RequestEditorPage, loadEditorData } = await import('./-create/request-editor-page.tsx')
    // The form is filled in with the profile, which may be newer on the server.
    const owner = (await loadCurrentUser()) ?? user
    return { Page: RequestEditorPage, opened: await loadEditorData({ ...deps, draft: deps.draft }, owner) }
  },
  // No cache, because an old state of the draft would overwrite newer changes.
  gcTime: 0,
  preload: false,
  component: Create,
})

function Create() {
  const editor = Route.useLoaderData()
  return editor ? <editor.Page key={editor.opened.id} opened={editor.opened} /> : <Picker />
}

function Picker() {
  const { data: formats } = useSuspenseQuery(publishedFormatsQuery)
  return (
    <Stack gap={5}>
      <PageHeader
        title="Nueva solicitud"
        description={
          <>
            Elija el formato del documento que necesita. Para pedir muchos a la vez,{' '}
            <Link to="/app/request/create-batch" search={{}}>
              cargue una hoja de cálculo
            </Link>
            .
          </>
        }
      />
      <DraftList nameOf={(id) => formats.find((format) => format.id === id)?.name ?? 'Borrador'} />
      <FormatPicker formats={formats} to="/app/request/create" />
    </Stack>
  )
}
