import { useEffect, useMemo, useState } from 'react'
import { compareVersions, type VersionContent } from '../../domain/formats/version-changes.ts'
import { type DiffLine, diffText } from './diff-text.ts'
import type { DiffRequest, DiffResponse } from './diff-worker.ts'

/** Returns the changes between two versions, with the compared lines of the body. `lines` is `undefined` until they are compared. */
export function useVersionChanges(before: VersionContent, after: VersionContent) {
  const changes = useMemo(() => compareVersions(before, after), [before, after])
  return { changes, lines: useDiffLines(before.body, after.body) }
}

/** Compares two texts in a worker. Returns the previous lines while a changed text is compared. */
function useDiffLines(before: string, after: string): readonly DiffLine[] | undefined {
  const [lines, setLines] = useState<readonly DiffLine[]>()
  useEffect(() => {
    if (before === after) return
    let isCurrent = true
    void diffTextInWorker(before, after)
      // Compares in the page if the worker does not load.
      .catch(() => diffText(before, after))
      .then((found) => isCurrent && setLines(found))
    return () => {
      isCurrent = false
    }
  }, [before, after])
  return lines
}

let worker: Worker | undefined
let lastId = 0

/** Compares two texts in the worker that all comparisons share. */
function diffTextInWorker(before: string, after: string): Promise<DiffLine[]> {
  worker ??= new Worker(new URL('./diff-worker.ts', import.meta.url), { type: 'module' })
  const [shared, id] = [worker, ++lastId]
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const { signal } = ended
    const listen = ({ data }: MessageEvent<DiffResponse>) => {
      if (data.id !== id) return
      ended.abort()
      resolve(data.lines)
    }
    shared.addEventListener('message', listen, { signal })
    const fail = (event: Event) => {
      worker = undefined
      reject(event)
    }
    shared.addEventListener('error', fail, { signal })
    const request: DiffRequest = { id, before, after }
    shared.postMessage(request)
  })
}
