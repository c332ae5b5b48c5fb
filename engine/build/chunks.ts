import type { Plugin } from 'vite'

type Graph = { getModuleInfo(id: string): { isEntry: boolean; importers: string[]; dynamicImporters: string[] } | null }

/** Returns the entry points of a module: modules loaded by themselves (mostly pages) that import it, directly or through others. */
function startsOf(id: string, graph: Graph, seen = new Set<string>()): string[] {
  const module = graph.getModuleInfo(id)
  if (!module || seen.has(id)) return []
  seen.add(id)
  const own = module.isEntry || module.dynamicImporters.length > 0 ? [id] : []
  return [...own, ...module.importers.flatMap((importer) => startsOf(importer, graph, seen))]
}

/** Sign-in and registration pages; their common modules share a chunk. */
const isDoor = (start: string) => /\/routes\/auth\/(route|login|register\/index)\./.test(start)
/** Modules loaded after the sign-in, or for a stored session. */
const isEntrance = (start: string) => /\/session\/(guard|rules|account)\./.test(start)
const isOutside = (start: string) => start.includes('/routes/auth/')
/** Public page that verifies a document. It has a chunk of its own, because its visitors rarely return and use phones. */
const isCheck = (start: string) => start.includes('/routes/verificar/')
/** Modules that only approvers load on the page of a request. */
const isOfReview = (start: string) =>
  /\/requests\/(detail\/(changes|sent-dialog|filled-list)|action-dialog-content|queue\/present-others)\./.test(start)
const isQueue = (start: string) => /\/routes\/app\/request\/queue\./.test(start)
const isOfOneRequest = (start: string) =>
  isOfReview(start) || isQueue(start) || /\/routes\/app\/request\/\$requestId\./.test(start)
const isBatch = (start: string) => /\/routes\/app\/request\/batch\//.test(start)
const isNewBatch = (start: string) => /\/routes\/app\/request\/create-batch\./.test(start)
const isOfLists = (start: string) => start.includes('/routes/app/settings/lists/')
const isOfBatches = (start: string) => /batch/i.test(start) || isOfLists(start)
/** Pages where users fill in the fields of a format. */
const isFilling = (start: string) => /\/routes\/app\/request\/create\.|\/requests\/approver-form\./.test(start)
/** Lists that have saved views. */
const isViewed = (start: string) => /\/routes\/app\/(request|user-managment)\/index\./.test(start)
/** Modules that upload files, for a request or for the rows of a batch. */
const isOfFiles = (start: string) => /\/requests\/form\/files-control\.|\/batches\/files\/|\/create-batch\./.test(start)
const isFrame = (start: string) => /\/routes\/app\/route\./.test(start)
/** Pages used daily and their frame. Settings, users, formats and new requests are used less often. */
const isDaily = (start: string) =>
  isFrame(start) ||
  isQueue(start) ||
  isOfReview(start) ||
  isBatch(start) ||
  /\/requests\/detail\/|\/routes\/app\/(dashboard|request\/(index|\$requestId))\./.test(start)
/** Pages of the help, and the panel that shows them beside the work. */
const isHelp = (start: string) => /\/routes\/ayuda\/|\/help\/(help-panel|search)\./.test(start)
const isPage = (start: string) => start.includes('/routes/')
const isSchema = (id: string) =>
  /\/zod\/|@hookform|\/domain\/(users\/user|text\/text-schemas|formats\/(format|route)|settings\/settings|fields\/(field|field-key)|batches\/batch-input|requests\/decision-input|documents\/(page-labels|paper|signature-block))\./.test(
    id,
  )
/** Modules that generate documents and draw their pages. */
const isOfDocuments = (id: string) =>
  /\/domain\/(requests\/approver-fields\.|documents\/(?!verification-code|document-(verification|kind)\.|page(-labels)?\.|paper|signatory\.|signature-block|zip|layout\/(supported-characters|glyph-sets)))|\/requests\/(document-preview|preview-page|svg-path|logo-query|preview-model)\.|document-faces/.test(
    id,
  )

/** Modules that a package's index would move into the first chunk, with the chunk that uses them. */
const partsOfPackages = [
  [/infiniteQuery(Observer|Options)\.|useInfiniteQuery\./i, 'app'],
  [/\/useBlocker\./, 'sheet'],
  [/\/useMutationState\./, 'review'],
] as const

/**
 * Returns the chunk of a module. Chunks are few and contain modules used together; a page's own modules form a chunk of their own.
 * - `base`: all pages; `auth`: sign-in; `form`, `schemas`: forms
 * - `client`: pages with a session; `app`: inner pages; `office`, `lists`: less frequent ones; `views`: lists with saved views
 * - `document`: display of documents; `intake`: reading sheets; `sheet`: their rows; `filling`: entry of fields
 * - `check`: verification of documents; `help`: help pages; `popups`, `toaster`: layers over a page
 */
export function chunkOf(id: string, graph: Graph): string | null {
  if (/sonner|\/toaster\./.test(id)) return 'toaster'
  if (/base-ui|floating-ui/.test(id)) return 'popups'
  const part = partsOfPackages.find(([module]) => module.test(id))
  if (part) return part[1]
  const starts = startsOf(id, graph)
  if (starts.some((start) => graph.getModuleInfo(start)?.isEntry)) return 'base'
  if (starts.length > 0 && starts.every(isDoor)) return 'auth'
  if (/\/react-hook-form\/|lib\/form\./.test(id)) return 'form'
  if (starts.some(isDoor)) return 'base'
  if (starts.some(isOfReview) && starts.every((start) => isOfReview(start) || isQueue(start))) return 'review'
  if (starts.length < 2 && !starts.every(isFrame)) return null
  if (starts.some(isCheck)) return 'check'
  if (isSchema(id)) return 'schemas'
  if (starts.some(isEntrance)) return 'client'
  if (starts.every(isOutside)) return 'outside'
  if (starts.every(isHelp)) return 'help'
  if (starts.every(isOfLists)) return 'lists'
  if (starts.every(isViewed)) return 'views'
  if (/\/session\/upload-file\./.test(id) && starts.every(isOfFiles)) return 'attaching'
  if (starts.every(isOfBatches) && starts.some(isBatch)) return 'sheet'
  if (starts.every(isOfBatches) && starts.some(isNewBatch)) return 'intake'
  if (isOfDocuments(id)) return 'document'
  if (starts.every(isOfOneRequest)) return 'deciding'
  if (starts.every(isFilling)) return 'filling'
  return starts.some(isPage) && !starts.some(isDaily) ? 'office' : 'app'
}

/** Refuses chunks that import each other, because their order of execution would be undefined. */
export function noCircles(): Plugin {
  return {
    name: 'no-circles',
    apply: 'build',
    generateBundle(_, bundle) {
      const walk = (name: string, way: string[]) => {
        if (way.includes(name)) this.error(`files need each other: ${[...way, name].join(' → ')}`)
        const file = bundle[name]
        for (const next of file?.type === 'chunk' ? file.imports : []) walk(next, [...way, name])
      }
      for (const name of Object.keys(bundle)) walk(name, [])
    },
  }
}
