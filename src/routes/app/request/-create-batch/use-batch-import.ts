import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createImportSession, type ImportSession } from '../../../../batches/intake/import-session.ts'
import type { JoinableList } from '../../../../batches/list-joins.ts'
import type { Format, FormatVersion } from '../../../../domain/formats/format.ts'
import { getOrganisationPrefillSources } from '../../../../domain/requests/prefill.ts'
import type { Settings } from '../../../../domain/settings/settings.ts'
import { createValidationContext } from '../../../../lib/validation-context.ts'

export interface ImportFormatData {
  format: Format
  version: FormatVersion
  settings: Settings
  lists: readonly JoinableList[]
}

const leaveWarning = 'Faltan filas por guardar. Si sale ahora, podrá continuar después donde quedó. ¿Salir?'

/** Returns whether a path is the import page or a batch page, on which the import continues. */
const isImportPath = (path: string) => /\/app\/request\/(create-batch|batch\/)/.test(path)

/** State of the import of one file; the draft's id is in the URL. */
export function useBatchImport(opened: ImportFormatData, owner: string) {
  // Uses the data of the first render, because later loader runs must not change an open import.
  const [{ format, version, settings, lists }] = useState(opened)
  const [context] = useState(() => createValidationContext(settings))
  const navigate = useNavigate()
  const put = useCallback(
    (id: string | undefined) =>
      void navigate({
        to: '/app/request/create-batch',
        search: { format: format.id, ...(id && { draft: id }) },
        replace: id !== undefined,
        resetScroll: false,
      }),
    [navigate, format.id],
  )
  const [importing] = useState(() =>
    createImportSession({
      owner,
      format: format.id,
      fields: version.fields,
      context,
      lists,
      sources: getOrganisationPrefillSources(settings),
      onDraft: put,
    }),
  )
  useDraftInUrl(importing, put)
  const { stage, editor, kept, sheet } = useStore(importing.store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step scrolls to the top
  useEffect(() => {
    window.scrollTo({ top: 0 })
  }, [stage, sheet?.sheet])
  useBlocker({
    shouldBlockFn: ({ next }) => stage === 'sending' && !isImportPath(next.pathname) && !window.confirm(leaveWarning),
    enableBeforeUnload: () => stage === 'sending' || (!kept && stage !== 'file'),
  })
  return { importing, stage, editor, format, version, settings, context }
}

/** Resumes the draft from the URL, and closes the import when the page unmounts. */
function useDraftInUrl(importing: ImportSession, put: (id: string | undefined) => void) {
  const { draft } = useSearch({ from: '/app/request/create-batch' })
  const known = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (draft === known.current) return
    known.current = draft
    if (!draft) importing.close()
    else if (importing.store.getState().draft !== draft)
      void importing.restore(draft).then((there) => there || put(undefined))
  }, [draft, importing, put])
  useEffect(() => () => importing.close(), [importing])
}
