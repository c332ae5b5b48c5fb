import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Issuer } from '../../domain/documents/issuer.ts'
import type { PageSetup } from '../../domain/documents/page.ts'
import { isDeepEqual } from '../../domain/fields/deep-equal.ts'
import type { ValidationContext } from '../../domain/fields/field.ts'
import type { FormatVersion } from '../../domain/formats/format.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { Button } from '../../ui/actions/button.tsx'
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorSummary } from '../../ui/form/error-summary.tsx'
import { Cluster, Panel, Stack } from '../../ui/page/layout.tsx'
import { ErrorNotice } from '../../ui/state/screen-states.tsx'
import type { DraftReference } from '../draft-store.ts'
import { addEmptyRows } from '../form-conversion.ts'
import type { InitialFormState } from '../initial-form-state.ts'
import type { RequestReturnNotes } from '../request-return.ts'
import { hasWideTable } from '../wide-table.ts'
import { DraftConflictNotice, DraftStatus } from './draft-status.tsx'
import { FieldList } from './field-list.tsx'
import { listFormErrors } from './form-error-summary.ts'
import { FormPageButtons, FormPageHeading, useFormPages } from './form-pages.tsx'
import { PreviewPane } from './preview-pane.tsx'
import s from './request-editor.module.css'
import { type Draft, useDraft } from './use-draft.ts'
import { useRequestForm } from './use-request-form.ts'
import { useSubmitRequest } from './use-submit-request.ts'

interface Props {
  place: DraftReference
  format: string
  version: FormatVersion
  opening: InitialFormState
  notes: RequestReturnNotes
  context: ValidationContext
  organisation: Issuer & { logo: string; page: PageSetup }
  submitLabel: string
  /** True if the format has no approval steps, so that submitting approves the request. */
  isApprovedAtOnce: boolean
  onSubmitted: () => void
  /** Asks whether to delete the draft; `undefined` for a returned request, which cannot be deleted. */
  onDiscard?: ((draft: Draft) => void) | undefined
  /** Saves the typed values as a new draft with another id. */
  onSaveAsNew: (draft: Draft) => void
}

export function RequestEditor(props: Props) {
  const { place, version, opening, context } = props
  const { fields } = version
  const [initial] = useState(() => addEmptyRows(fields, opening.typed))
  const model = useRequestForm(fields, initial, context)
  const { typed, validation } = model
  const [startValues] = useState(validation.values)
  const draft = useDraft(place, fields, startValues)
  const submit = useSubmitRequest({ model, draft, id: place.id, onSubmitted: props.onSubmitted })
  const [view, setView] = useState<'form' | 'paper'>('form')
  const { attempt } = submit
  const errors = attempt > 0 ? listFormErrors(fields, model.errors) : []
  const pages = useFormPages(model, { notes: props.notes, errors, attempt })
  // Once submitted with errors, the request can be submitted from each page.
  const isSubmittable = pages.position >= pages.count || attempt > 0

  const { save: keep } = draft
  const [start] = useState(() => JSON.stringify(typed))
  const touched = useRef(opening.unsaved)
  // Saves only after a change by the user, or if the last changes were not saved before a reload. Deletes a new draft
  // if the user undoes all changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per change of the typed values
  useEffect(() => {
    touched.current ||= JSON.stringify(typed) !== start
    const isUntouched = !place.base && !opening.unsaved && isDeepEqual(validation.values, startValues)
    if (touched.current) keep({ typed, values: validation.values, isUntouched })
  }, [typed])

  function send(event: FormEvent) {
    event.preventDefault()
    setView('form')
    if (isSubmittable) void submit.send()
    else pages.turn(1)
  }

  return (
    <form noValidate onSubmit={send} className={cx(s.editor, !hasWideTable(fields) && s.beside)} data-view={view}>
      <div className={s.switch}>
        <SegmentedControl
          label="Qué se muestra"
          name="view"
          value={view}
          onChange={setView}
          options={[
            { value: 'form', label: 'Datos', icon: 'edit' },
            { value: 'paper', label: 'Vista previa', icon: 'eye' },
          ]}
        />
      </div>
      <div className={s.form}>
        <Stack gap={4}>
          <DraftConflictNotice
            draft={draft}
            id={place.id}
            hasFiles={fields.some(({ type, key }) => type === 'file' && typed[key]?.length)}
            onSaveAsNew={() => props.onSaveAsNew(draft)}
          />
          <ErrorSummary errors={errors} attempt={attempt} reveal={pages.reveal} />
          <ErrorNotice>{submit.refusal && !draft.isFrozen && getErrorMessage(submit.refusal)}</ErrorNotice>
          <Panel>
            <FormPageHeading pages={pages} />
            <FieldList model={model} notes={props.notes} filled={opening.filled} page={pages.current} />
          </Panel>
          <div className={s.foot}>
            <DraftStatus draft={draft} />
            <Cluster gap={2}>
              {props.onDiscard && (place.base || draft.saving !== 'idle') && (
                <Button variant="quiet" icon="trash" onClick={() => props.onDiscard?.(draft)}>
                  <span className={s.long}>Borrar borrador</span>
                </Button>
              )}
              <FormPageButtons pages={pages} isSubmit={!isSubmittable} />
              {isSubmittable && (
                <Button type="submit" variant="primary" icon="send" pending={submit.pending}>
                  {props.submitLabel}
                </Button>
              )}
            </Cluster>
          </div>
        </Stack>
      </div>
      <aside className={s.paper} aria-label="Vista previa">
        <PreviewPane
          model={model}
          format={{ id: place.format, name: props.format }}
          version={version}
          organisation={props.organisation}
          isApprovedAtOnce={props.isApprovedAtOnce}
        />
      </aside>
    </form>
  )
}
