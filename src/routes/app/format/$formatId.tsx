import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { organisationPage } from '../../../domain/documents/page.ts'
import { signingOn } from '../../../domain/documents/who-signs.ts'
import { exampleValues } from '../../../domain/fields/examples.ts'
import type { Field } from '../../../domain/fields/field.ts'
import { withFittingPaper } from '../../../domain/formats/fitting-paper.ts'
import type { Format } from '../../../domain/formats/format.ts'
import { renameColumn, renameField } from '../../../domain/formats/rename.ts'
import { fieldPartsOf } from '../../../domain/requests/filled.ts'
import { sourceOptions } from '../../../domain/requests/sources.ts'
import { deleteFormat, saveFormat, stepFormat } from '../../../formats/admin-queries.ts'
import { BodyEditor } from '../../../formats/editor/body-editor.tsx'
import { EditedNotice } from '../../../formats/editor/edited-notice.tsx'
import { faultsOf, faultsUnder } from '../../../formats/editor/faults.ts'
import { FieldsEditor, type KeyChange } from '../../../formats/editor/fields-editor.tsx'
import { FormatData } from '../../../formats/editor/format-data.tsx'
import { OfferNotice } from '../../../formats/editor/offer-notice.tsx'
import { PaperEditor } from '../../../formats/editor/paper-editor.tsx'
import { RouteEditor } from '../../../formats/editor/route-editor.tsx'
import { SignaturesEditor } from '../../../formats/editor/signatures-editor.tsx'
import { UnpublishedNotice } from '../../../formats/editor/unpublished-notice.tsx'
import { useEdited } from '../../../formats/editor/use-edited.ts'
import { FormatStatusBadge } from '../../../formats/format-status.tsx'
import { formatById } from '../../../formats/queries.ts'
import { PersonInput } from '../../../groups/person-input.tsx'
import { allGroups, peopleNamed } from '../../../groups/queries.ts'
import { HistoryPanel } from '../../../history/history-panel.tsx'
import { contextIn } from '../../../lib/context.ts'
import { countOf } from '../../../lib/count.ts'
import { codeOf, messageOf } from '../../../lib/message.ts'
import { notify } from '../../../lib/notify.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useLive } from '../../../lib/realtime.ts'
import { allLists } from '../../../lists/queries.ts'
import { DocumentPreview } from '../../../requests/document-preview.tsx'
import { letterheadOf } from '../../../requests/letterhead.ts'
import { sketchOf } from '../../../requests/sketch.ts'
import { onlyAdmins } from '../../../session/only-admins.ts'
import { settingsRow } from '../../../settings/queries.ts'
import { allSignatories } from '../../../settings/signatory-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Columns } from '../../../ui/columns.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

export const Route = createFileRoute('/app/format/$formatId')({
  beforeLoad: onlyAdmins,
  loader: ({ params }) =>
    Promise.all([
      queryClient.query(formatById(params.formatId)),
      queryClient.query(settingsRow()),
      queryClient.query(allSignatories),
    ]),
  component: FormatPage,
})

function FormatPage() {
  const { data: format } = useSuspenseQuery(formatById(Route.useParams().formatId))
  useLive('formats', 'signatories', 'groups')
  return <FormatEditor key={format.id} format={format} />
}

type Part = 'data' | 'fields' | 'body' | 'route' | 'signatures' | 'paper'

function FormatEditor({ format }: { format: Format }) {
  const navigate = Route.useNavigate()
  const { data: settings } = useSuspenseQuery(settingsRow())
  const { data: signatories } = useSuspenseQuery(allSignatories)
  const { data: lists = [] } = useQuery(allLists)
  const { data: groups } = useQuery(allGroups)
  const { user: me } = Route.useRouteContext()
  const { input, base, dirty, behind, change, discard, insist, settle } = useEdited(format, me.id)
  const { data: people = [] } = useQuery(peopleNamed(input.route?.flatMap(({ people = [] }) => people) ?? []))
  const [part, setPart] = useState<Part>(format.fields.length ? 'body' : 'fields')
  const [asking, setAsking] = useState<'publish' | 'delete' | 'discard' | null>(null)
  const context = useMemo(() => contextIn(settings), [settings])
  // What goes with a field stays in what is edited, so that it comes back with the field.
  const fitting = useMemo(() => withFittingPaper(input), [input])
  const signing = useMemo(() => signingOn(context.today, format.id, signatories), [context, format.id, signatories])
  const faults = useMemo(() => faultsOf(fitting, context), [fitting, context])
  const { fields: own } = fieldPartsOf(input.fields)
  const faultCount = Object.keys(faults).length

  const shown = useDeferredValue(fitting)
  const sketch = useMemo(
    () =>
      sketchOf({
        version: { ...shown, signatories: signing },
        values: exampleValues(shown.fields, context),
        organisation: letterheadOf(settings),
        owner: me.name,
        decided: context.today,
        isApprovedAtOnce: !shown.requiresReview,
      }),
    [shown, signing, context, settings, me.name],
  )

  const saving = useMutation({
    ...saveFormat,
    onSuccess: (saved, { input: sent }) => {
      settle(sent, saved)
      notify.success('Formato guardado.')
    },
    onError: (error) => {
      notify.error(messageOf(error))
      if (codeOf(error) === 'format.changed') void queryClient.invalidateQueries({ queryKey: ['formats'] })
    },
  })
  const publishing = useMutation({
    ...stepFormat,
    onSuccess: () => {
      setAsking(null)
      notify.success('Formato publicado.')
    },
  })
  const deleting = useMutation({
    ...deleteFormat,
    onSuccess: () => {
      discard()
      void navigate({ to: '/app/format' })
    },
  })
  const changed = () => ({ id: format.id, updated: base, input })
  const save = () => (dirty ? saving.mutate(changed()) : notify.info('Ya está todo guardado.'))

  /** What was renamed is renamed wherever the format names it. */
  function changeFields(fields: Field[], renamed: readonly KeyChange[]) {
    const { body, signatures, paper, route } = input
    const rest = { ...(signatures && { signatures }), ...(paper && { paper }), ...(route && { route }) }
    const start = { fields, body, ...rest }
    change(
      renamed.reduce(
        (text, { table, ...keys }) => (table ? renameColumn(text, table, keys) : renameField(text, keys)),
        start,
      ),
    )
  }
  function askToPublish() {
    saving.reset()
    publishing.reset()
    setAsking('publish')
  }
  async function publish() {
    if (dirty || fitting !== input) await saving.mutateAsync(changed())
    await publishing.mutateAsync({ id: format.id, step: 'publish' })
  }
  const refusal = publishing.error ?? saving.error

  return (
    <Stack>
      <PageHeader
        title={format.name}
        eyebrow={<Link to="/app/format">Formatos</Link>}
        description={
          <>
            <FormatStatusBadge {...format} /> {format.version > 0 ? `Versión ${format.version}` : 'Sin publicar'}
          </>
        }
        actions={
          <>
            {format.version === 0 && (
              <Button variant="quiet" icon="trash" onClick={() => setAsking('delete')}>
                Borrar
              </Button>
            )}
            {dirty && !saving.isPending && (
              <Button variant="quiet" onClick={() => setAsking('discard')}>
                Descartar los cambios
              </Button>
            )}
            <Button pending={saving.isPending} onClick={save}>
              Guardar
            </Button>
            {format.status !== 'archived' && (
              <Button variant="primary" disabled={faultCount > 0 || behind} onClick={askToPublish}>
                Publicar
              </Button>
            )}
          </>
        }
      />
      {behind && !saving.isPending && <EditedNotice onInsist={insist} onDiscard={discard} />}
      {format.offer && !behind && <OfferNotice format={format} offer={format.offer} dirty={dirty} />}
      {format.edited && !behind && <UnpublishedNotice format={format} onReturned={discard} />}
      {faultCount > 0 && (
        <Notice tone="warning" title={`${countOf(faultCount, 'cosa', 'cosas')} por corregir antes de publicar`}>
          Están señaladas en cada campo. Puede guardar el borrador y corregirlas después.
        </Notice>
      )}
      <Columns aside={34} gap={5}>
        <Panel>
          <Tabs
            label="Partes del formato"
            value={part}
            onChange={setPart}
            tabs={[
              { id: 'data', label: 'Datos' },
              { id: 'fields', label: 'Campos', count: String(input.fields.length) },
              { id: 'body', label: 'Redacción' },
              { id: 'route', label: 'Aprobación', count: String(input.route?.length ?? 0) },
              { id: 'signatures', label: 'Firmas', count: String(input.signatures?.length ?? 0) },
              { id: 'paper', label: 'Papel' },
            ]}
          >
            {part === 'data' && (
              <FormatData input={input} onChange={change} faults={faults} codeIsKept={format.version > 0} />
            )}
            {part === 'fields' && (
              <FieldsEditor
                noun="campo"
                fields={input.fields}
                sources={sourceOptions(settings.profileFields ?? [])}
                lists={lists}
                judge={(fields) => faultsUnder(faultsOf({ ...input, fields }, context), 'fields')}
                onChange={changeFields}
              />
            )}
            {part === 'body' && (
              <BodyEditor body={input.body} fields={input.fields} onChange={(body) => change({ body })} />
            )}
            {part === 'route' && (
              <RouteEditor
                route={input.route ?? []}
                fields={own}
                context={context}
                groups={groups}
                people={people}
                Person={PersonInput}
                faults={faults}
                onChange={(route) => change({ route })}
              />
            )}
            {part === 'signatures' && (
              <SignaturesEditor
                blocks={input.signatures ?? []}
                fields={own}
                signatories={signatories}
                signing={signing}
                faults={faults}
                onChange={(signatures) => change({ signatures })}
              />
            )}
            {part === 'paper' && (
              <PaperEditor
                paper={input.paper ?? {}}
                fields={own}
                organisation={organisationPage(settings)}
                faults={faults}
                onChange={(paper) => change({ paper })}
              />
            )}
          </Tabs>
        </Panel>
        <section>
          <h2 className="visually-hidden">Vista previa con los ejemplos</h2>
          <DocumentPreview format={shown.name} number={null} {...sketch} />
        </section>
      </Columns>
      <HistoryPanel subject="formats" subjectId={format.id} />
      {asking === 'publish' && (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          onConfirm={() => void publish().catch(() => undefined)}
          title={`¿Publicar «${input.name}»?`}
          confirmLabel={`Publicar la versión ${format.version + 1}`}
          pending={saving.isPending || publishing.isPending}
          error={refusal ? messageOf(refusal) : undefined}
        >
          <p>Las solicitudes nuevas lo usarán desde ahora. Las existentes conservan su versión.</p>
        </ConfirmDialog>
      )}
      {asking === 'discard' && (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          onConfirm={() => {
            discard()
            setAsking(null)
          }}
          title="¿Descartar los cambios sin guardar?"
          confirmLabel="Descartar"
          danger
        >
          <p>El formato queda como estaba la última vez que se guardó.</p>
        </ConfirmDialog>
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          onConfirm={() => deleting.mutate(format.id)}
          title={`¿Borrar el borrador «${format.name}»?`}
          confirmLabel="Borrar"
          danger
          pending={deleting.isPending}
        >
          <p>Nadie lo ha usado todavía. No se puede deshacer.</p>
        </ConfirmDialog>
      )}
    </Stack>
  )
}
