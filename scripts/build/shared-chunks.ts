interface Graph {
  getModuleInfo(id: string): ModuleInfo | null
}
interface ModuleInfo {
  isEntry: boolean
  importers: string[]
  dynamicImporters: string[]
  importedIds: string[]
}

/** Frame of all pages inside. */
const frame = /\/routes\/app\/route\.tsx/
/** Pages that most visits start with. The first script contains what they share with others. */
const startPages = /\/routes\/app\/(dashboard|request\/create)\.tsx/
/** Other frequent pages. What they share loads together with their data. */
const requestPages = /\/routes\/app\/request\/[^-]+\.tsx/
/** Pages of single requests, small beside the chunk of what they share. */
const singleRequestPages = /\/routes\/app\/request\/(\$requestId|queue)\.tsx/
const signInPages = /\/routes\/auth\//
const preview = /\/requests\/request-document-preview\./
/** Large lazy-loaded controls by the chunk that contains all of their modules. */
const controls = {
  menus: /\/ui\/actions\/menu-popup\./,
  popups: /\/ui\/form\/(autocomplete|combobox)-control\./,
}
/** Large modules by the chunk of the shared modules that need them. */
const libraries = {
  sheets: /\/src\/sheets\//,
  pickers: /\/node_modules\/@(base-ui|floating-ui)\//,
}

/** Returns the scripts that need a module: the first one, pages and lazy-loaded parts. */
function findUsers(id: string, graph: Graph, seen = new Set<string>()): string[] {
  const module = graph.getModuleInfo(id)
  if (!module || seen.has(id)) return []
  seen.add(id)
  const own = module.isEntry || module.dynamicImporters.length > 0 ? [id] : []
  return [...own, ...module.importers.flatMap((importer) => findUsers(importer, graph, seen))]
}

function needs(id: string, modules: RegExp, graph: Graph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const imported = graph.getModuleInfo(id)?.importedIds ?? []
  return modules.test(id) || imported.some((each) => needs(each, modules, graph, seen))
}

/**
 * Returns the chunk of a module; `null` if it is loaded with its only page or part. A module has at least the users of the modules that import it.
 * Each chunk therefore imports only from the chunks that are decided before it.
 */
export function getSharedChunk(id: string, graph: Graph): string | null {
  const users = findUsers(id, graph)
  const isUsedBy = (user: RegExp) => users.some((each) => user.test(each))
  const isShared = users.length > 1
  if (users.some((user) => graph.getModuleInfo(user)?.isEntry) || isUsedBy(frame)) return 'index'
  if (isShared && (isUsedBy(startPages) || (isUsedBy(signInPages) && (isUsedBy(preview) || isUsedBy(requestPages)))))
    return 'index'
  if (isUsedBy(singleRequestPages) || (isShared && isUsedBy(requestPages))) return 'requests'
  const control = Object.entries(controls).find(([, part]) => isUsedBy(part))
  if (control) return control[0]
  if (isUsedBy(preview)) return 'documents'
  if (!isShared) return null
  if (isUsedBy(signInPages)) return 'forms'
  const library = Object.entries(libraries).find(([, modules]) => needs(id, modules, graph))
  return library ? library[0] : 'office'
}
