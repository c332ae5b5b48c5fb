import { notFound, redirect } from '@tanstack/react-router'
import { createExampleValues } from '../../../../domain/fields/examples.ts'
import type { Field } from '../../../../domain/fields/field.ts'
import { getPrefillSources } from '../../../../domain/requests/prefill-sources.ts'
import type { Request } from '../../../../domain/requests/request-output.ts'
import type { User } from '../../../../domain/users/user.ts'
import {
  formatQuery,
  formatVersionQuery,
  loadFormatAccess,
  publishedVersionQuery,
} from '../../../../formats/queries.ts'
import { isApiError } from '../../../../lib/api-error.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { createValidationContext } from '../../../../lib/validation-context.ts'
import { createInitialFormState, createPrefilledForm } from '../../../../requests/initial-form-state.ts'
import { loadLocalDraft } from '../../../../requests/local-draft.ts'
import { optionalRequestQuery, requestViewQuery } from '../../../../requests/queries.ts'
import { findLastRequestReturn } from '../../../../requests/request-return.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import type { RequestEditorSearchParams } from './create-search.ts'

interface EditorSearch extends RequestEditorSearchParams {
  draft: string
}

/** Loads the data of the form for a draft: stored on the server, only in this browser, or new. */
export async function loadEditorData({ draft, format: formatId, base, example }: EditorSearch, user: User) {
  const owner = user.id
  const [settings, stored] = await Promise.all([queryClient.query(settingsQuery()), requestOrNull(draft)])
  if (stored && (stored.owner !== owner || (stored.status !== 'draft' && stored.status !== 'returned')))
    throw redirect({ to: '/app/request/$requestId', params: { requestId: draft }, replace: true })
  const local = loadLocalDraft(owner, draft)
  const wanted = stored?.format ?? local?.format ?? formatId
  if (!wanted) throw notFound()
  const format = await queryClient.query(formatQuery(wanted))
  const version = await (stored
    ? queryClient.query(formatVersionQuery(stored.formatVersion))
    : queryClient.query(publishedVersionQuery(format)))
  const mayRequest = stored?.status === 'returned' || (await loadFormatAccess(format, user))
  const context = createValidationContext(settings)
  const opening =
    stored || local
      ? createInitialFormState(version.fields, local, stored, context)
      : { ...(await beginning(version.fields)), base: '', unsaved: false }
  const returned = stored?.status === 'returned' ? await loadReturn(draft) : undefined
  const isExample = example === true && !stored && !local
  return {
    id: draft,
    stored,
    hasDraft: Boolean(stored || local),
    mayRequest,
    returned,
    format,
    version,
    settings,
    context,
    opening,
    isExample,
  }

  async function beginning(fields: readonly Field[]) {
    const values = example
      ? createExampleValues(fields, context)
      : base
        ? (await requestOrNull(base))?.values
        : undefined
    return createPrefilledForm(fields, context, getPrefillSources(user, settings), values)
  }
}

/** Returns the last return for correction, with its notes. Returns `null` on errors, because the form also works without notes. */
async function loadReturn(id: string) {
  const opened = await queryClient.query(requestViewQuery(id)).catch(() => undefined)
  return opened && findLastRequestReturn(opened.history)
}

async function requestOrNull(id: string): Promise<Request | null> {
  try {
    return await queryClient.query(optionalRequestQuery(id))
  } catch (error) {
    // Offline, the local draft is enough to continue.
    if (isApiError(error) && error.status === 0) return null
    throw error
  }
}
