import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate, useParams, useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { SheetImport } from '../../../../../batches/intake/sheet-import.tsx'
import { getListFields, maxListRows } from '../../../../../domain/lists/list.ts'
import { queryClient } from '../../../../../lib/query-client.ts'
import { createValidationContext } from '../../../../../lib/validation-context.ts'
import { ImportConfirmation } from '../../../../../lists/import-confirmation.tsx'
import { beginListImport, listQuery, previewListImport, uploadListImportRows } from '../../../../../lists/queries.ts'
import { requireAdminRole } from '../../../../../session/require-admin-role.ts'
import { settingsQuery } from '../../../../../settings/queries.ts'

export const Route = createFileRoute('/app/settings/lists/$listId/import')({
  beforeLoad: requireAdminRole,
  loader: ({ params }) =>
    Promise.all([queryClient.query(listQuery(params.listId)), queryClient.query(settingsQuery())]),
  // Another list starts its own import.
  remountDeps: ({ params }) => params,
  component: ListImportPage,
})

const from = '/app/settings/lists/$listId/import'

/** Import of a file into a list of the organisation. */
function ListImportPage() {
  const { data: opened } = useSuspenseQuery(listQuery(useParams({ from }).listId))
  const { data: settings } = useSuspenseQuery(settingsQuery())
  const { user } = useRouteContext({ from })
  const navigate = useNavigate({ from })
  const { history } = useRouter()
  // Uses the columns of the first render, because changes by another administrator must not affect the matching.
  const [list] = useState(opened)
  const [fields] = useState(() => getListFields(list))
  const [context] = useState(() => createValidationContext(settings))
  const [calls] = useState(() => ({
    begin: (fileName: string) => beginListImport(list.id, fileName),
    upload: uploadListImportRows,
    preview: previewListImport,
  }))
  function leave() {
    // Goes back to the list, because a second entry of it would need the back button of the browser twice.
    if (history.canGoBack()) history.back()
    else void navigate({ to: '..', replace: true })
  }
  return (
    <SheetImport
      title="Importar registros"
      description={list.name}
      exit={{ label: 'Volver a la lista', onExit: leave }}
      name={list.name}
      target={list.id}
      owner={user.id}
      fields={fields}
      context={context}
      maxRows={maxListRows}
      calls={calls}
      leaveNote="La lista no cambia. Las correcciones de las filas se pierden."
    >
      {(arrived, { onBack, onDone }) => <ImportConfirmation list={list} {...arrived} onDone={onDone} onBack={onBack} />}
    </SheetImport>
  )
}
