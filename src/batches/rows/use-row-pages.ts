import { useEffect, useMemo, useReducer } from 'react'
import { useStore } from 'zustand'
import type { RowView } from '../../sheets/validation/conversion-overview.ts'
import type { RowEditor } from './row-editor.ts'

const rowsPerPage = 100

interface RowPage {
  version: number
  rows: RowView[]
}

/** Returns a getter for the rows in a range; `undefined` for rows not loaded yet. Changed rows show their old data until reloaded. */
export function useRowPages(editor: RowEditor, from: number, to: number): (index: number) => RowView | undefined {
  const shown = useStore(editor.store, (state) => state.shown)
  const version = useStore(editor.store, (state) => state.version)
  const [, draw] = useReducer((times: number) => times + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter shows other rows at the same indexes
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
    // Rejects when the worker is terminated; the result is then not needed.
    fill().catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [editor, pages, first, last, version])

  return (index) => pages.get(Math.floor(index / rowsPerPage))?.rows[index % rowsPerPage]
}
