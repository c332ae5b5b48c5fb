import { type ReactNode, useState } from 'react'
import { parseOrganisationPageSetup } from '../../../../domain/documents/page.ts'
import { splitFieldsByRole } from '../../../../domain/requests/approver-fields.ts'
import { getPrefillSourceOptions } from '../../../../domain/requests/prefill-sources.ts'
import { ApprovalRouteEditor } from '../../../../formats/editor/approval-route-editor.tsx'
import { BodyEditor } from '../../../../formats/editor/body-editor.tsx'
import { FieldsEditor } from '../../../../formats/editor/fields-editor.tsx'
import { FormatDataInputs } from '../../../../formats/editor/format-data-inputs.tsx'
import { getErrorsUnder, listFormatErrors } from '../../../../formats/editor/format-errors.ts'
import { PaperEditor } from '../../../../formats/editor/paper-editor.tsx'
import { SignaturesEditor } from '../../../../formats/editor/signatures-editor.tsx'
import { UserCombobox } from '../../../../groups/user-combobox.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import type { FormatEditorState } from './use-format-editor.ts'

type FormatTab = 'data' | 'fields' | 'body' | 'route' | 'signatures' | 'paper'

export function FormatTabs({ editing }: { editing: FormatEditorState }) {
  const { format, input } = editing
  const [part, setPart] = useState<FormatTab>(format.fields.length ? 'body' : 'fields')
  return (
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
      {editors[part](editing)}
    </Tabs>
  )
}

const editors: Record<FormatTab, (editing: FormatEditorState) => ReactNode> = {
  data: ({ format, input, change, faults }) => (
    <FormatDataInputs input={input} onChange={change} faults={faults} codeIsKept={format.version > 0} />
  ),
  fields: ({ input, settings, lists, context, changeFields }) => (
    <FieldsEditor
      noun="campo"
      fields={input.fields}
      sources={getPrefillSourceOptions(settings.profileFields ?? [])}
      lists={lists}
      judge={(fields) => getErrorsUnder(listFormatErrors({ ...input, fields }, context), 'fields')}
      onChange={changeFields}
    />
  ),
  body: ({ input, change }) => (
    <BodyEditor body={input.body} fields={input.fields} onChange={(body) => change({ body })} />
  ),
  route: ({ input, context, groups, people, faults, change }) => (
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
    <PaperEditor
      paper={input.paper ?? {}}
      fields={splitFieldsByRole(input.fields).fields}
      organisation={parseOrganisationPageSetup(settings)}
      faults={faults}
      onChange={(paper) => change({ paper })}
    />
  ),
}
