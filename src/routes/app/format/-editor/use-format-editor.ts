import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { listSignatoriesOnDay } from '../../../../domain/documents/signatory-resolution.ts'
import { isDeepEqual } from '../../../../domain/fields/deep-equal.ts'
import type { Field, Values } from '../../../../domain/fields/field.ts'
import type { Format, FormatInput } from '../../../../domain/formats/format.ts'
import { removeInvalidPaperFields } from '../../../../domain/formats/paper-fields.ts'
import { renameColumn, renameField } from '../../../../domain/formats/rename.ts'
import { getVersionContent } from '../../../../domain/formats/version-changes.ts'
import { getSettings } from '../../../../domain/formats/version-settings.ts'
import type { User } from '../../../../domain/users/user.ts'
import {
  changeFormatStatusMutation,
  deleteFormatMutation,
  saveFormatMutation,
} from '../../../../formats/admin-queries.ts'
import type { FieldKeyRename } from '../../../../formats/editor/fields-editor.tsx'
import { listFormatErrors } from '../../../../formats/editor/format-errors.ts'
import { useEditedFormat } from '../../../../formats/editor/use-edited-format.ts'
import { groupListQuery, userNamesQuery } from '../../../../groups/queries.ts'
import { describeError, getErrorCode } from '../../../../lib/api-error.ts'
import { notify } from '../../../../lib/notify.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { createValidationContext } from '../../../../lib/validation-context.ts'
import { allListsQuery } from '../../../../lists/queries.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { signatoryListQuery } from '../../../../settings/signatory-queries.ts'

export type FormatEditorState = ReturnType<typeof useFormatEditor>

/** State of the format editor: edited format, errors, options for its inputs (groups, signatories, users), and functions that save it. */
export function useFormatEditor(format: Format, me: User) {
  const { data: settings } = useSuspenseQuery(settingsQuery())
  const { data: signatories } = useSuspenseQuery(signatoryListQuery)
  const { data: lists = [] } = useQuery(allListsQuery)
  const { data: groups } = useQuery(groupListQuery)
  const edited = useEditedFormat(format, me.id)
  const { input, change } = edited
  const { data: people = [] } = useQuery(userNamesQuery(input.route?.flatMap(({ people = [] }) => people) ?? []))
  const context = useMemo(() => createValidationContext(settings), [settings])
  // Omits settings that refer to deleted fields. `input` retains them, in case the user restores the field.
  const fitting = useMemo(() => removeInvalidPaperFields(input), [input])
  const signing = useMemo(
    () => listSignatoriesOnDay(context.today, format.id, signatories),
    [context, format.id, signatories],
  )
  const [tried, tryValues] = useState<Values | null>(null)
  const faults = useMemo(() => listFormatErrors(fitting, context), [fitting, context])
  return {
    ...edited,
    format,
    fitting,
    settings,
    signatories,
    signing,
    lists,
    groups,
    people,
    context,
    faults,
    /** Values of the open trial; `null` if none is open. */
    tried,
    tryValues,
    changeFields: (fields: Field[], renamed: readonly FieldKeyRename[]) =>
      change(applyFieldChange(input, fields, renamed)),
  }
}

/** Sets the fields, and renames changed keys in the rest of the format. */
function applyFieldChange(
  input: FormatInput,
  fields: Field[],
  renamed: readonly FieldKeyRename[],
): Partial<FormatInput> {
  return renamed.reduce(
    (text, { table, ...keys }) => (table ? renameColumn(text, table, keys) : renameField(text, keys)),
    { ...getSettings(input), fields, body: input.body },
  )
}

export type FormatConfirmation = 'publish' | 'delete' | 'discard'

export type FormatActions = ReturnType<typeof useFormatActions>

/** Saves, publishes, deletes or reverts the edited format; `question` is the open confirmation. */
export function useFormatActions(editing: FormatEditorState) {
  const { format, input, fitting, base, dirty, attempts, addAttempt, settle, discard } = editing
  const navigate = useNavigate()
  const [question, setQuestion] = useState<FormatConfirmation | null>(null)
  const close = () => setQuestion(null)
  const saving = useMutation({
    ...saveFormatMutation,
    onMutate: ({ input: sent }) => addAttempt(sent),
    onSuccess: (saved, { input: sent }) => {
      settle(sent, saved)
      notify.success('Formato guardado.')
    },
    onError: (error) => {
      notify.error(describeError(error))
      if (getErrorCode(error) === 'format.changed') void queryClient.invalidateQueries({ queryKey: ['formats'] })
    },
  })
  const publishing = useMutation({
    ...changeFormatStatusMutation,
    onSuccess: () => {
      close()
      notify.success('Formato publicado.')
    },
  })
  const deleting = useMutation({
    ...deleteFormatMutation,
    onSuccess: () => {
      discard()
      void navigate({ to: '/app/format' })
    },
  })
  const changed = () => ({ id: format.id, updated: base, input, attempts })
  async function saveAndPublish() {
    const saved = dirty || fitting !== input ? await saving.mutateAsync(changed()) : format
    if (!equalsPublishedVersion(saved)) return publishing.mutateAsync({ id: format.id, step: 'publish' })
    close()
    return notify.info(`No hay cambios por publicar. El borrador es igual a la versión ${saved.version}.`)
  }
  const publish = () => void saveAndPublish().catch(() => undefined)
  return {
    question,
    close,
    ask(next: FormatConfirmation) {
      if (next === 'publish') {
        saving.reset()
        publishing.reset()
        // Saves without a question what is not part of a version, for example a new name.
        if (equalsPublishedVersion(format) && !changesVersion(editing)) return publish()
      }
      setQuestion(next)
    },
    save: () => (dirty ? saving.mutate(changed()) : notify.info('Ya está todo guardado.')),
    publish,
    remove: () => deleting.mutate(format.id),
    isSaving: saving.isPending,
    isPublishing: saving.isPending || publishing.isPending,
    isDeleting: deleting.isPending,
    refusal: publishing.error ?? saving.error,
  }
}

/** Returns whether the saved draft equals the published version. The server then publishes no new version. */
const equalsPublishedVersion = ({ status, edited }: Format) => status === 'published' && !edited

/** Returns whether the unsaved changes concern the content of a version. */
const changesVersion = ({ fitting, storedInput }: FormatEditorState) =>
  !isDeepEqual(getVersionContent(fitting), getVersionContent(storedInput))
