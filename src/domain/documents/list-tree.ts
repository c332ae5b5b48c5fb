import type { ListItem } from './blocks.ts'

export interface ListNode {
  level: number
  /** Items in order. `index`: position of the item in the block. */
  items: { item: ListItem; index: number; lists: ListNode[] }[]
}

/** Converts the items of a list block to nested lists. A change of the marker style in a level starts a new list. */
export function nestListItems(items: readonly ListItem[]): ListNode {
  const root: ListNode = { level: items[0]?.tag.level ?? 0, items: [] }
  const open = [root]
  items.forEach((item, index) => {
    const { level, marker } = item.tag
    while (open.length > 1 && level < (open.at(-1) as ListNode).level) open.pop()
    const top = open.at(-1) as ListNode
    const before = top.items.at(-1)
    const isOther = before !== undefined && level === top.level && before.item.tag.marker !== marker
    if (before && level > top.level) open.push(addList(before, level))
    else if (isOther && open.length > 1) {
      open.pop()
      const parent = open.at(-1)?.items.at(-1)
      if (parent) open.push(addList(parent, level))
    }
    ;(open.at(-1) as ListNode).items.push({ item, index, lists: [] })
  })
  return root
}

function addList({ lists }: ListNode['items'][number], level: number): ListNode {
  const list = { level, items: [] }
  lists.push(list)
  return list
}
