import { useEffect, useMemo, useReducer } from 'react'
import { useStore } from 'zustand'
import type { RowView } from '../../sheets/validation/conversion-overview.ts'
import type { Workbench } from './workbench.ts'

const size = 100

interface Page {
  version: number
  rows: RowView[]
}

/** Returns a getter for the rows in a range; `undefined` for rows not loaded yet. Changed rows show their old data until reloaded. */
export function useRows(bench: Workbench, from: number, to: number): (index: number) => RowView | undefined {
  const shown = useStore(bench.store, (state) => state.shown)
  const version = useStore(bench.store, (state) => state.version)
  const [, draw] = useReducer((times: number) => times + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter shows other rows at the same indexes
  const pages = useMemo(() => new Map<number, Page>(), [bench, shown])
  const first = Math.floor(Math.max(0, from) / size)
  const last = Math.floor(Math.max(0, to) / size)

  useEffect(() => {
    let wanted = true
    async function fill() {
      for (let page = first; page <= last && wanted; page++) {
        if (pages.get(page)?.version === version) continue
        const rows = await bench.page(page * size, (page + 1) * size)
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
  }, [bench, pages, first, last, version])

  return (index) => pages.get(Math.floor(index / size))?.rows[index % size]
}
