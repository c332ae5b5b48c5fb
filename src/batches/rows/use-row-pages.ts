import { useEffect, useMemo, useReducer } from 'react'
import { useStore } from 'zustand'
import type { RowView } from '../../sheets/validation/conversion-overview.ts'
import type { RowEditor } from './row-editor.ts'

const rowsPerPage = 100

interface RowPage {
  version: number
  rows: RowView[]
}

/** Loads the rows `from` to `to`. Returns a getter by index, which returns `undefined` for rows not loaded yet, and old data during a refetch. */
export function useRowPages(editor: RowEditor, from: number, to: number): (index: number) => RowView | undefined {
  const shown = useStore(editor.store, (state) => state.shown)
  const version = useStore(editor.store, (state) => state.version)
  const [, draw] = useReducer((times: number) => times + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: clears the cache when a filter is applied, because indexes then refer to other rows
  const pages = useMemo(() => new Map<number, RowPage>(), [editor, shown])
  const first = Math.floor(Math.max(0, from) / rowsPerPage)
  const last = Math.floor(Math.max(0, to) / rowsPerPage)

  useEffect(() => {
    let wanted = true
    async function fill() {
      for (let page = first; page <= last && wanted; page++) {
        if (pages.get(page)?.version === version) continue
        const rows = await editor.page(page * rowsPerPage, (page + 1) * rowsPerPage)
        if (!wanted) return
        pages.set(page, { version, rows })
        draw()
      }
    }
    // Ignores the rejection when the worker is terminated, because the page is then closing.
    fill().catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [editor, pages, first, last, version])

  return (index) => pages.get(Math.floor(index / rowsPerPage))?.rows[index % rowsPerPage]
}
