import { Suspense, useDeferredValue, useMemo, useRef, useState } from 'react'
import { createExampleValues } from '../../../../domain/fields/examples.ts'
import type { Format } from '../../../../domain/formats/format.ts'
import type { User } from '../../../../domain/users/user.ts'
import { HistoryPanel } from '../../../../history/history-panel.tsx'
import { lazyComponent } from '../../../../lib/loading/lazy-component.tsx'
import { formatCount } from '../../../../lib/number-format.ts'
import { DocumentPreview } from '../../../../requests/document-preview.tsx'
import { toLetterhead } from '../../../../requests/letterhead.ts'
import { buildPreviewModel } from '../../../../requests/preview-model.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { CollapsiblePanel } from '../../../../ui/page/collapsible-panel.tsx'
import { Cluster, Columns, Panel, Stack } from '../../../../ui/page/layout.tsx'
import { Notice, Skeleton } from '../../../../ui/state/screen-states.tsx'
import { useMediaQuery } from '../../../../ui/use-media-query.ts'
import { FormatConfirmDialogs } from './format-confirm-dialogs.tsx'
import { FormatHeader } from './format-header.tsx'
import { FormatTabs } from './format-tabs.tsx'
import { type FormatEditorState, useFormatActions, useFormatEditor } from './use-format-editor.ts'
import { useRestoreVersion } from './use-restore-version.ts'

const VersionList = lazyComponent(
  async () => (await import('../../../../formats/versions/version-list.tsx')).VersionList,
)

export function FormatEditor({ format, me }: { format: Format; me: User }) {
  const editing = useFormatEditor(format, me)
  const steps = useFormatActions(editing)
  const { behind, insist, discard, faults } = editing
  const faultCount = Object.keys(faults).length
  const [showsVersions, setShowsVersions] = useState(false)
  const versions = useRef<HTMLDivElement>(null)
  // Beside the editor if there is room, so that the editor does not move while the user types.
  const hasAside = useMediaQuery('(min-width: 64rem)')
  const returning = useRestoreVersion(editing)
  function showVersions() {
    setShowsVersions(true)
    versions.current?.scrollIntoView({ block: 'start' })
    versions.current?.querySelector('button')?.focus({ preventScroll: true })
  }
  return (
    <Stack>
      <FormatHeader editing={editing} steps={steps} mayPublish={faultCount === 0 && !behind} />
      {behind && !steps.isSaving && (
        <Notice tone="warning" live title="Este formato cambió en otra ventana o en otro equipo.">
          <p>Sus cambios siguen en pantalla. Elija qué versión conservar.</p>
          <Cluster gap={2}>
            <Button size="s" variant="primary" onClick={insist}>
              Conservar mis cambios
            </Button>
            <Button size="s" onClick={discard}>
              Ver la versión guardada
            </Button>
          </Cluster>
        </Notice>
      )}
      {format.edited && !behind && (
        <Notice
          title="Hay cambios guardados sin publicar"
          action={
            <Button size="s" onClick={showVersions}>
              Comparar con lo publicado
            </Button>
          }
        >
          Las solicitudes nuevas siguen usando la versión {format.version} hasta que usted publique otra.
        </Notice>
      )}
      {returning.number !== undefined && (
        <Notice
          live
          tone="success"
          title={`El borrador es ahora la versión ${returning.number}`}
          action={
            <Button ref={focusButton} size="s" icon="return" onClick={returning.undo}>
              Deshacer
            </Button>
          }
        >
          Revíselo en las pestañas. Guárdelo o publíquelo para conservarlo.
        </Notice>
      )}
      {!hasAside && <FaultsNotice count={faultCount} />}
      <Columns aside={34} gap={5}>
        <Panel>
          <FormatTabs editing={editing} me={me} />
        </Panel>
        <Stack>
          {hasAside && <FaultsNotice count={faultCount} />}
          <ExamplePreview editing={editing} owner={me.name} />
        </Stack>
      </Columns>
      <div ref={versions}>
        <CollapsiblePanel title="Versiones" icon="file" open={showsVersions} onOpenChange={setShowsVersions}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <VersionList format={format} input={editing.input} onReturn={returning.returnTo} />
          </Suspense>
        </CollapsiblePanel>
      </div>
      <HistoryPanel subject="formats" subjectId={format.id} />
      <FormatConfirmDialogs editing={editing} steps={steps} />
    </Stack>
  )
}

/** Moves focus to the button that undoes a return, because the focused button disappeared. */
const focusButton = (button: HTMLButtonElement | null) => button?.focus()

function FaultsNotice({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Notice tone="warning" title={`${formatCount(count, 'error', 'errores')} por corregir antes de publicar`}>
      Están señalados en cada campo. Puede guardar el borrador y corregirlos después.
    </Notice>
  )
}

function ExamplePreview({ editing, owner }: { editing: FormatEditorState; owner: string }) {
  const { fitting, signing, context, settings, tried } = editing
  const shown = useDeferredValue(fitting)
  const sketch = useMemo(
    () =>
      buildPreviewModel({
        version: { ...shown, signatories: signing },
        values: tried ?? createExampleValues(shown.fields, context),
        organisation: toLetterhead(settings),
        owner,
        decided: context.today,
        isApprovedAtOnce: !shown.requiresReview,
      }),
    [shown, signing, context, settings, owner, tried],
  )
  return (
    <section>
      <h2 className="visually-hidden">
        {tried ? 'Vista previa con los datos de la prueba' : 'Vista previa con los ejemplos'}
      </h2>
      <DocumentPreview format={shown.name} number={null} {...sketch} />
    </section>
  )
}
