import type { Plugin } from 'vite'

type Graph = { getModuleInfo(id: string): { isEntry: boolean; importers: string[]; dynamicImporters: string[] } | null }

/**
 * Returns the entry points that load a module, directly or through other modules. Entry points are dynamically imported
 * modules, mostly pages.
 */
function findEntryPoints(id: string, graph: Graph, seen = new Set<string>()): string[] {
  const module = graph.getModuleInfo(id)
  if (!module || seen.has(id)) return []
  seen.add(id)
  const own = module.isEntry || module.dynamicImporters.length > 0 ? [id] : []
  return [...own, ...module.importers.flatMap((importer) => findEntryPoints(importer, graph, seen))]
}

/** Sign-in and registration pages; their common modules share a chunk. */
const isSignInPage = (start: string) => /\/routes\/auth\/(route|login|register\/index)\./.test(start)
/** Modules loaded after the sign-in, or for a stored session. */
const isSessionModule = (start: string) => /\/(current-user|form-resolvers)\./.test(start)
const isAuthPage = (start: string) => start.includes('/routes/auth/')
/** Public page that verifies a document. It has a separate chunk, because most of its visitors use phones and rarely return. */
const isVerificationPage = (start: string) => start.includes('/routes/verificar/')
/** Modules that only approvers load on the page of a request. */
const isApproverModule = (start: string) =>
  /\/requests\/(detail\/(request-changes|submitted-values-dialog)|action-dialog-content)\./.test(start)
const isQueue = (start: string) => /\/routes\/app\/request\/queue\./.test(start)
const isRequestPage = (start: string) =>
  isApproverModule(start) ||
  isQueue(start) ||
  /\/requests\/detail\/route-progress\.|\/routes\/app\/request\/\$requestId\./.test(start)
const isBatch = (start: string) => /\/routes\/app\/request\/batch\/\$batchId\./.test(start)
/** Page of new requests before a format is chosen. */
const isFormatChoicePage = (start: string) => /\/routes\/app\/request\/create\./.test(start)
/** Setup of a new installation, and its link on the dashboard. */
const isSetup = (start: string) => /\/-setup\/example-document-link\.|\/routes\/app\/setup\./.test(start)
const isNewBatch = (start: string) => /\/routes\/app\/request\/create-batch\./.test(start)
const isListsPage = (start: string) => start.includes('/routes/app/settings/lists/')
/** Ignores the path of the checkout, which may contain the word too. */
const isBatchModule = (start: string) => /batch/i.test(start.slice(start.lastIndexOf('/src/'))) || isListsPage(start)
/** Pages where users fill in the fields of a format. */
const isFormPage = (start: string) =>
  /\/-create\/request-editor-page\.|\/requests\/(approver-form|form\/file-control)\.|\/format-trial\./.test(start)
const isRequestList = (start: string) => /\/routes\/app\/request\/index\./.test(start)
const isDashboard = (start: string) => /\/routes\/app\/dashboard\./.test(start)
/** Modules that upload files, for a request or for the rows of a batch. */
const isUploadModule = (start: string) =>
  /\/requests\/form\/file-control\.|\/batches\/files\/|\/create-batch\./.test(start)
const isAppFrame = (start: string) => /\/routes\/app\/route\./.test(start)
/** Pages that users open first: the frame around all inner pages, the dashboard and the list of requests. */
const isFirstPage = (start: string) => isAppFrame(start) || /\/routes\/app\/(dashboard|request\/index)\./.test(start)
/** Pages used daily, and the frame around all inner pages. Settings, users, formats and new requests are used less often. */
const isFrequentPage = (start: string) =>
  isAppFrame(start) ||
  isQueue(start) ||
  isApproverModule(start) ||
  isBatch(start) ||
  isRequestList(start) ||
  isFormatChoicePage(start) ||
  /\/requests\/(detail\/|request-document-preview\.)|\/routes\/app\/(dashboard|request\/\$requestId)\./.test(start)
/** Pages of administration that show lists and reports, without forms before the first click. */
const isAdminList = (start: string) =>
  /\/routes\/app\/(report\.|format\/index\.|user-managment\/|settings\/(groups|keys|webhooks|lists\/(index|\$listId\/index))\.)/.test(
    start,
  )
/** History of changes, on its page and in panels of other pages. */
const isHistory = (start: string) => /\/routes\/app\/audit\.|\/history\/history-list\./.test(start)
/** Pages and dialogs of administration with forms. */
const isAdminForm = (start: string) =>
  /\/routes\/app\/(profile\.|setup\.|settings\/(backups|\$section)\.)|\/(groups|keys|settings|users)\/[\w-]+-dialog\./.test(
    start,
  )
/** Values of a user's profile. */
const isProfileValues = (start: string) => /\/-profile\/own-values\.|\/profile-values-dialog\./.test(start)
/** Palette of screens and actions. Its modules stay out of `office`, the far larger chunk of less frequent pages. */
const isPalette = (start: string) => /\/-palette\/command-search\./.test(start)
/** Help pages, and the panel that shows help beside another page. */
const isHelp = (start: string) => /\/routes\/ayuda\/|\/help\/(help-panel|help-text|search)\./.test(start)
/** Editor of a format's text without markup, and its dialog. */
const isStyledBody = (start: string) => /\/formats\/body\/(styled-body-editor|tag-dialog)\./.test(start)
/** Writers of Word documents, loaded when a user downloads one. */
const isWordWriter = (start: string) => /\/word\/writing\/format-document\.|\/requests\/request-copy\./.test(start)
/** Modules that load after their page. */
const isLateModule = (start: string) => isStyledBody(start) || isWordWriter(start)
/** Modules of sign-in and of other forms, which the other pages would load with the common script. */
const isFormModule = (id: string) =>
  /\/react-hook-form\/|\/(lib\/(form-errors|use-form-fields)|ui\/form\/password-input|session\/sign-in\/(auth-screen|sign-in-error))\.tsx?$/.test(
    id,
  )
const isPage = (start: string) => start.includes('/routes/')
const isSchema = (id: string) =>
  /\/zod\/|@hookform|\/domain\/(users\/user|text\/text-schemas|formats\/(format|route)|settings\/settings|fields\/(field|field-key)|batches\/batch-input|requests\/decision-input|documents\/(paper|signature-block))\./.test(
    id,
  )
/** Modules that generate documents and draw their pages. */
const isDocumentModule = (id: string) =>
  /\/domain\/(requests\/approver-fields\.|documents\/(?!verification-code|document-(verification|kind)\.|page(-labels)?\.|paper|signatory\.|signature-block|zip|layout\/(supported-characters|glyph-sets)))|\/requests\/(document-preview\.tsx|preview-page\.|svg-path\.|logo-query\.|preview-model\.|letterhead\.)|document-faces/.test(
    id,
  )

/** Modules that read, validate and format the values of fields. */
const isFieldModule = (id: string) => /\/domain\/|\/sheets\/|\/requests\/(form-|optional-)/.test(id)

/** Modules that their package's index would put into the first chunk, with the chunk that uses them. */
const packageChunks = [
  [/infiniteQuery(Observer|Options)\.|useInfiniteQuery\./i, 'app'],
  [/\/useBlocker\./, 'sheet'],
  [/\/useMutationState\./, 'queue'],
] as const

/**
 * Returns the chunk of a module. Chunks are few and contain modules used together; a page's own modules form a chunk of their own.
 * - `base`: all pages; `auth`: sign-in; `form`, `schemas`: forms
 * - `pocketbase`: PocketBase's client and its realtime events, after the first paint; `app`: inner pages; `fields`: values and decisions of requests; `parsing`: reading and validation of values; `admin`, `admin-forms`: lists and forms of administration; `lists`, `office`: other less frequent pages, mostly of formats
 * - `panel`: dashboard; `choice`: choice of a format; `queue`, `review`: decisions; `views`: lists with filters and saved views
 * - `document`: display of documents; `intake`: reading of spreadsheets; `sheet`: page of a batch, and rows of spreadsheets; `filling`: entry of fields
 * - `body`: editor of a format's text; `word`: writing of Word documents
 * - `check`: verification of documents; `help`: help pages; `palette`: screens and actions by name; `notices`: texts of notices; `popups`, `toaster`: layers over a page; `messages`: error messages by code
 */
export function getChunkName(id: string, graph: Graph): string | null {
  if (/sonner|\/toaster\./.test(id)) return 'toaster'
  if (/base-ui|floating-ui/.test(id)) return 'popups'
  if (/\/domain\/(errors|text\/error-message)\.|lib\/field-errors\./.test(id)) return 'messages'
  const part = packageChunks.find(([module]) => module.test(id))
  if (part) return part[1]
  const found = findEntryPoints(id, graph)
  // A module that loads after its page shares the page's chunks.
  const starts = found.every(isLateModule) ? found : found.filter((start) => !isLateModule(start))
  if (starts.some((start) => graph.getModuleInfo(start)?.isEntry)) return 'base'
  if (starts.length > 0 && starts.every(isSignInPage)) return 'auth'
  if (isFormModule(id)) return 'form'
  if (starts.some(isSignInPage)) return 'base'
  // The queue loads what not every request shows after its first content.
  if (starts.length > 0 && starts.every((start) => isApproverModule(start) || isQueue(start)))
    return starts.some(isQueue) ? 'queue' : 'review'
  if (/\/request-document-(preview|model)\./.test(id)) return 'document'
  // Modules that only one of the frequent pages uses stay out of the chunk that all of them load.
  const isOnlyFrequentUser = (isUser: (start: string) => boolean) =>
    starts.some(isUser) && !starts.some((start) => isFrequentPage(start) && !isUser(start))
  if (isOnlyFrequentUser(isDashboard)) return 'panel'
  if (isOnlyFrequentUser(isFormatChoicePage)) return 'choice'
  // The page of a batch needs both its own modules and those of rows, so one file loads sooner than two.
  if (starts.length > 0 && starts.every(isBatch)) return 'sheet'
  if (starts.length < 2 && !starts.every(isAppFrame)) return null
  if ([isSetup, isHistory, isProfileValues].some((isPart) => starts.every(isPart))) return null
  if (starts.some(isVerificationPage)) return 'check'
  if (/\/node_modules\/pocketbase\/|\/session\/account\.|\/image-size\.|\/field-error-message\./.test(id)) return null
  if (isSchema(id)) return 'schemas'
  if (starts.some(isSessionModule)) return 'app'
  if (starts.every(isAuthPage)) return 'outside'
  if (starts.every(isHelp)) return 'help'
  if (starts.every(isStyledBody)) return 'body'
  if (starts.every(isWordWriter)) return 'word'
  if (starts.every(isListsPage)) return 'lists'
  if (/\/requests\/local-draft\./.test(id)) return 'app'
  if (/\/session\/account\/upload-file\./.test(id) && starts.every(isUploadModule)) return 'attaching'
  if (starts.every(isBatchModule) && starts.some(isBatch)) return 'sheet'
  if (starts.every(isBatchModule) && starts.some(isNewBatch)) return 'intake'
  if (isDocumentModule(id)) return 'document'
  if (starts.every(isRequestPage)) return 'fields'
  if (starts.every(isFormPage)) return 'filling'
  if (isOnlyFrequentUser(isRequestList)) return 'views'
  if (isOnlyFrequentUser(isRequestPage)) return 'fields'
  if (starts.some(isFirstPage)) return 'app'
  // The page of notices needs nothing else of `office`.
  if (/\/domain\/notices\//.test(id)) return 'notices'
  if (starts.some(isPalette) && !starts.some(isFrequentPage)) return 'palette'
  if (starts.some(isAdminList) && !starts.some(isFrequentPage)) return 'admin'
  if (starts.some(isAdminForm) && !starts.some(isFrequentPage)) return 'admin-forms'
  if (starts.some(isPage) && !starts.some(isFrequentPage)) return 'office'
  // Pages without fields need these too.
  if (/\/domain\/(time\/|settings\/|text\/comparison\.)/.test(id)) return 'app'
  if (isFieldModule(id)) return starts.some(isRequestPage) ? 'fields' : 'parsing'
  return 'app'
}

/** Refuses chunks that import each other, because their order of execution would be undefined. */
export function refuseCircularChunks(): Plugin {
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
