import type { Plugin } from 'vite'

type Graph = { getModuleInfo(id: string): { isEntry: boolean; importers: string[]; dynamicImporters: string[] } | null }

/** The modules that are asked for by themselves, pages for the most part, and reach this one without being asked for anything more. */
function startsOf(id: string, graph: Graph, seen = new Set<string>()): string[] {
  const module = graph.getModuleInfo(id)
  if (!module || seen.has(id)) return []
  seen.add(id)
  const own = module.isEntry || module.dynamicImporters.length > 0 ? [id] : []
  return [...own, ...module.importers.flatMap((importer) => startsOf(importer, graph, seen))]
}

/** Where one comes in: what both pages need stands in one file. */
const isDoor = (start: string) => /\/routes\/auth\/(route|login|register\/index)\./.test(start)
/** What is fetched once somebody comes in: by the form, or with a session that was kept. */
const isEntrance = (start: string) => /\/session\/(guard|rules|account)\./.test(start)
const isOutside = (start: string) => start.includes('/routes/auth/')
/** Who checks a document comes once, by telephone: what that page needs stands by itself. */
const isCheck = (start: string) => start.includes('/routes/verificar/')
/** What whoever decides asks for, beside what everybody sees of a request. */
const isOfReview = (start: string) =>
  /\/requests\/(detail\/(changes|sent-dialog|filled-list)|decide-question|queue\/present-others)\./.test(start)
const isQueue = (start: string) => /\/routes\/app\/request\/queue\./.test(start)
const isOfOneRequest = (start: string) =>
  isOfReview(start) || isQueue(start) || /\/routes\/app\/request\/\$requestId\./.test(start)
const isBatch = (start: string) => /\/routes\/app\/request\/batch\//.test(start)
const isNewBatch = (start: string) => /\/routes\/app\/request\/create-batch\./.test(start)
const isOfLists = (start: string) => start.includes('/routes/app/settings/lists/')
const isOfBatches = (start: string) => /batch/i.test(start) || isOfLists(start)
/** Where the fields of a format are filled in. */
const isFilling = (start: string) => /\/routes\/app\/request\/create\.|\/requests\/filled-form\./.test(start)
/** The lists that have saved views. */
const isViewed = (start: string) => /\/routes\/app\/(request|user-managment)\/index\./.test(start)
/** What sends files, of one request or of the rows of a batch. */
const isOfFiles = (start: string) => /\/requests\/form\/files-control\.|\/batches\/files\/|\/create-batch\./.test(start)
const isFrame = (start: string) => /\/routes\/app\/route\./.test(start)
/** What somebody sees day after day, and what is around it; the settings, the persons, the formats and a new request are seen less often. */
const isDaily = (start: string) =>
  isFrame(start) ||
  isQueue(start) ||
  isOfReview(start) ||
  isBatch(start) ||
  /\/requests\/detail\/|\/routes\/app\/(dashboard|request\/(index|\$requestId))\./.test(start)
const isPage = (start: string) => start.includes('/routes/')
const isSchema = (id: string) =>
  /\/zod\/|@hookform|\/domain\/(users\/user|text\/written|formats\/(format|route)|settings\/settings|fields\/(field|field-key)|batches\/batch-input|requests\/decision|documents\/(page-names|paper|signing))\./.test(
    id,
  )
/** What makes a document of a body and of values, and draws its pages. */
const isOfDocuments = (id: string) =>
  /\/domain\/(requests\/filled\.|documents\/(?!check-code|document-(check|kind)\.|page(-names)?\.|paper|signatory|signing|zip|layout\/(written|letters)))|\/requests\/(document-preview|preview-page|svg-path|logo-file|sketch)\.|document-faces/.test(
    id,
  )

/** Parts that the index of their package brings to the first file, and where they are asked for. */
const partsOfPackages = [
  [/infiniteQuery(Observer|Options)\.|useInfiniteQuery\./i, 'app'],
  [/\/useBlocker\./, 'sheet'],
  [/\/useMutationState\./, 'review'],
] as const

/**
 * Few files, each of what is used together: by all (`base`), at the door (`auth`), in forms (`form`, `schemas`), with a session
 * (`client`), on the pages inside (`app`), on those that are seen less often (`office`, `lists`), of lists with
 * saved views (`views`), where a document is shown
 * (`document`), where sheets are read (`intake`) and their rows are shown (`sheet`), where fields are filled in (`filling`), by who checks a document (`check`), and what is
 * laid over a page (`popups`, `toaster`). A page's own stays apart.
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

/** Files that need each other would run in an order that nobody chose. */
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
