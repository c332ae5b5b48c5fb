import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { createExampleValues } from '../../../../domain/fields/examples.ts'
import type { Format } from '../../../../domain/formats/format.ts'
import type { User } from '../../../../domain/users/user.ts'
import { EditConflictNotice } from '../../../../formats/editor/edit-conflict-notice.tsx'
import { UnpublishedChangesNotice } from '../../../../formats/editor/unpublished-changes-notice.tsx'
import { ReturnedVersionNotice } from '../../../../formats/versions/returned-version-notice.tsx'
import { VersionsPanel } from '../../../../formats/versions/versions-panel.tsx'
import { HistoryPanel } from '../../../../history/history-panel.tsx'
import { formatCount } from '../../../../lib/number-format.ts'
import { DocumentPreview } from '../../../../requests/document-preview.tsx'
import { toLetterhead } from '../../../../requests/letterhead.ts'
import { buildPreviewModel } from '../../../../requests/preview-model.ts'
import { Columns } from '../../../../ui/columns.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import { useMediaQuery } from '../../../../ui/use-media-query.ts'
import { FormatConfirmDialogs } from './format-confirm-dialogs.tsx'
import { FormatHeader } from './format-header.tsx'
import { FormatTabs } from './format-tabs.tsx'
import { type FormatEditorState, useFormatActions, useFormatEditor } from './use-format-editor.ts'
import { useRestoreVersion } from './use-restore-version.ts'

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
      {behind && !steps.isSaving && <EditConflictNotice onInsist={insist} onDiscard={discard} />}
      {format.edited && !behind && <UnpublishedChangesNotice version={format.version} onShowVersions={showVersions} />}
      {returning.number !== undefined && <ReturnedVersionNotice number={returning.number} onUndo={returning.undo} />}
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
        <VersionsPanel
          format={format}
          input={editing.input}
          open={showsVersions}
          onOpenChange={setShowsVersions}
          onReturn={returning.returnTo}
        />
      </div>
      <HistoryPanel subject="formats" subjectId={format.id} />
      <FormatConfirmDialogs editing={editing} steps={steps} />
    </Stack>
  )
}

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
