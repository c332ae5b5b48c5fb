import type { TemplateNode } from './template.ts'

/** Returns whether a node is the first in its line. Spaces and section tags may precede it. */
export function isAtLineStart(list: readonly TemplateNode[], index: number): boolean {
  return getTextBefore(list, index).trim() === ''
}

/** Returns whether a node is the first in a table cell. */
export function isAtCellStart(list: readonly TemplateNode[], index: number): boolean {
  return /^\|(?:[\s\S]*\|)?$/.test(getTextBefore(list, index).trim())
}

/** Returns whether an alignment may precede the node: at the start of a line, after `#` or `##`, or at the start of a table cell. */
export function canAlign(list: readonly TemplateNode[], index: number): boolean {
  return isAtLineStart(list, index) || /^##?$/.test(getTextBefore(list, index).trim()) || isAtCellStart(list, index)
}

/** Character that represents the content of a tag. No body contains it, because the input check rejects it. */
const content = '\ue000'
/** Maximum number of nodes to search backwards. A longer line cannot be valid. */
const maxNodes = 1_000

/** Returns the text of the line before a node. Omits alignment and merged cells; other tags become `content`. */
function getTextBefore(list: readonly TemplateNode[], index: number): string {
  let text = ''
  for (let at = index - 1; at >= 0; at--) {
    const node = list[at] as TemplateNode
    if (node.kind === 'break' || node.kind === 'command' || ('alone' in node && node.alone)) return text
    if (index - at > maxNodes) return content
    if (node.kind === 'text') text = node.text + text
    else if (node.kind !== 'align' && node.kind !== 'span') text = content + text
  }
  return text
}
