/** Nodes that a page translation has put in place of text nodes. */
const translations = new WeakMap<Node, ChildNode>()
const { removeChild, insertBefore } = Node.prototype
let observer: MutationObserver | undefined

/**
 * Lets React change pages that the browser translates. A translation replaces text nodes by its own elements, but React
 * still removes, updates and inserts before the text nodes that it has made: it would fail or change text that is not
 * shown. The text node is therefore put back before each change; the browser then translates it again.
 */
export function guardTranslatedPage() {
  observer = new MutationObserver(recordTranslations)
  observer.observe(document, { childList: true, subtree: true })
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const parent = findParent(this, child)
    return parent ? (removeChild.call(parent, child) as Child) : child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, next: Node | null): Child {
    const isChild = !next || findParent(this, next) === this
    return insertBefore.call(this, node, isChild ? next : null) as Child
  }
}

/** Returns the parent of a child of `parent`, which differs from `parent` if a translation has moved the child. */
function findParent(parent: Node, child: Node): Node | null {
  if (child.parentNode === parent) return parent
  if (observer) recordTranslations(observer.takeRecords())
  restoreText(child)
  return child.parentNode
}

function recordTranslations(records: readonly MutationRecord[]) {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const [text, ...others] = removedNodes
    if (!(text instanceof Text) || others.length > 0 || text.isConnected) continue
    // Some translations insert their element beside the text before they remove the text.
    const translation = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT')
    if (translation) recordTranslation(text, translation as ChildNode)
  }
}

function recordTranslation(text: Text, translation: ChildNode) {
  translations.set(text, translation)
  Object.defineProperty(text, 'nodeValue', {
    configurable: true,
    get: () => text.data,
    set(value: string) {
      restoreText(text)
      text.data = value
    },
  })
}

/** Puts a text node back in place of its translation. */
function restoreText(text: Node) {
  translations.get(text)?.replaceWith(text)
  translations.delete(text)
  Reflect.deleteProperty(text, 'nodeValue')
}
