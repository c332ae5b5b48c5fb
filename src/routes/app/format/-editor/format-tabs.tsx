import { type ReactNode, Suspense, useState } from 'react'
import { parseOrganisationPageSetup } from '../../../../domain/documents/page.ts'
import { hasExampleText } from '../../../../domain/formats/example-text.ts'
import { findUnusedFields } from '../../../../domain/formats/unused-fields.ts'
import { splitFieldsByRole } from '../../../../domain/requests/approver-fields.ts'
import { getPrefillSourceOptions } from '../../../../domain/requests/prefill-sources.ts'
import type { User } from '../../../../domain/users/user.ts'
import { createFieldSource } from '../../../../formats/body/field-source.ts'
import { ApprovalRouteEditor } from '../../../../formats/editor/approval-route-editor.tsx'
import { BodyEditor } from '../../../../formats/editor/body-editor.tsx'
import { FieldsEditor } from '../../../../formats/editor/fields-editor.tsx'
import { FormatDataInputs } from '../../../../formats/editor/format-data-inputs.tsx'
import { getErrorsUnderPath, listFormatErrors } from '../../../../formats/editor/format-errors.ts'
import { PaperSettingsEditor } from '../../../../formats/editor/paper-settings-editor.tsx'
import { SignaturesEditor } from '../../../../formats/editor/signatures-editor.tsx'
import { UserCombobox } from '../../../../groups/user-combobox.tsx'
import { lazyComponent } from '../../../../lib/loading/lazy-component.tsx'
import { Switch } from '../../../../ui/form/switch.tsx'
import { Stack } from '../../../../ui/page/layout.tsx'
import { Tabs } from '../../../../ui/page/tabs.tsx'
import { Notice, Skeleton } from '../../../../ui/state/screen-states.tsx'
import type { FormatEditorState } from './use-format-editor.ts'

const HelpText = lazyComponent(async () => (await import('../../../../help/help-text.tsx')).HelpText)
const FormatTrial = lazyComponent(async () => (await import('./format-trial.tsx')).FormatTrial)

type FormatTab = 'data' | 'fields' | 'body' | 'route' | 'signatures' | 'paper' | 'trial'

export function FormatTabs({ editing, me }: { editing: FormatEditorState; me: User }) {
  const { format, input } = editing
  const [part, setPart] = useState<FormatTab>(format.fields.length ? 'body' : 'fields')
  const [target, setTarget] = useState<TabTarget>({})
  function show(next: FormatTab, at: TabTarget = {}) {
    setTarget(at)
    setPart(next)
  }
  return (
    <Tabs
      label="Partes del formato"
      value={part}
      onChange={(next) => show(next)}
      tabs={[
        { id: 'data', label: 'Datos' },
        { id: 'fields', label: 'Campos' },
        { id: 'body', label: 'Redacción' },
        // Shows the route tab if the format needs approval, or if stages remain from when it did.
        ...(input.requiresReview || input.route?.length ? [{ id: 'route' as const, label: 'Aprobación' }] : []),
        { id: 'signatures', label: 'Firmas' },
        { id: 'paper', label: 'Papel' },
        { id: 'trial', label: 'Probar' },
      ]}
    >
      {editors[part](editing, { me, target, show })}
    </Tabs>
  )
}

/** Part of a tab to show when the tab opens. */
interface TabTarget {
  /** Key of the field whose dialog opens. */
  field?: string
  /** Position of the cursor in the source of the body. */
  offset?: number
}

interface TabContext {
  me: User
  target: TabTarget
  show: (tab: FormatTab, target?: TabTarget) => void
}

const editors: Record<FormatTab, (editing: FormatEditorState, context: TabContext) => ReactNode> = {
  data: ({ format, input, groups, lists, change, faults }) => (
    <FormatDataInputs
      format={format.id}
      input={input}
      groups={groups}
      lists={lists}
      onChange={change}
      faults={faults}
      codeIsKept={format.version > 0}
    />
  ),
  fields: ({ input, settings, lists, context, change, changeFields }, { target, show }) => (
    <FieldsEditor
      noun="campo"
      fields={input.fields}
      sources={getPrefillSourceOptions(settings.profileFields ?? [])}
      lists={lists}
      context={context}
      judge={(fields) => getErrorsUnderPath(listFormatErrors({ ...input, fields }, context), 'fields')}
      unused={findUnusedFields(input)}
      opened={target.field}
      onChange={changeFields}
      onInsert={(field) => {
        const body = `${input.body.trimEnd()}\n\n${createFieldSource(field)}`
        change({ body })
        show('body', { offset: body.length })
      }}
    />
  ),
  body: ({ format, input, change }, { me, target, show }) => (
    <Stack gap={3}>
      {hasExampleText(format) && (
        <Notice>La redacción es un ejemplo: revísela con su área jurídica antes de usarla.</Notice>
      )}
      <BodyEditor
        me={me.id}
        body={input.body}
        fields={input.fields}
        start={target.offset ?? null}
        guide={
          <Suspense fallback={<Skeleton lines={8} />}>
            <HelpText target={{ page: 'marcas' }} />
          </Suspense>
        }
        onChange={(body) => change({ body })}
        onCreateField={(field) => change({ fields: [...input.fields, field] })}
        onEditField={(field) => show('fields', { field })}
      />
    </Stack>
  ),
  route: ({ input, context, groups, people, faults, change }) => (
    <Stack gap={4}>
      <ApprovalRouteEditor
        route={input.route ?? []}
        fields={splitFieldsByRole(input.fields).fields}
        context={context}
        groups={groups}
        people={people}
        Person={UserCombobox}
        faults={faults}
        onChange={(route) => change({ route })}
      />
      <Switch
        label="Pedir la contraseña al aprobar"
        help="Una vez por decisión, aunque sea de muchas solicitudes, desde la próxima versión que publique. El documento dice «Aprobado electrónicamente por …». Un programa con clave no puede aprobar."
        checked={input.asksPassword ?? false}
        onChange={(event) => change({ asksPassword: event.target.checked })}
      />
      {!input.makesFinal && (
        <Notice>El documento aprobado lleva la marca PRELIMINAR. Si debe salir definitivo, márquelo en Datos.</Notice>
      )}
    </Stack>
  ),
  signatures: ({ input, signatories, signing, faults, change }) => (
    <SignaturesEditor
      blocks={input.signatures ?? []}
      fields={splitFieldsByRole(input.fields).fields}
      signatories={signatories}
      signing={signing}
      faults={faults}
      onChange={(signatures) => change({ signatures })}
    />
  ),
  paper: ({ input, settings, faults, change }) => (
    <PaperSettingsEditor
      paper={input.paper ?? {}}
      fields={splitFieldsByRole(input.fields).fields}
      organisation={parseOrganisationPageSetup(settings)}
      faults={faults}
      onChange={(paper) => change({ paper })}
    />
  ),
  trial: (editing, { me }) => (
    <Suspense fallback={<Skeleton lines={8} />}>
      <FormatTrial editing={editing} me={me} />
    </Suspense>
  ),
}
