import type { LaidPage, Tag } from '../layout/page.ts'
import { add, type File, putObject, reserve, textString } from './file.ts'

/** Writes the structure tree; returns the object number of its root. `pages`: object numbers of the pages. */
export function addStructure(
  file: File,
  tags: readonly Tag[],
  sheets: readonly LaidPage[],
  pages: readonly number[],
): number {
  const root = reserve(file)
  const document = reserve(file)
  const numbers = new Map<Tag, number>()
  putObject(
    file,
    document,
    `<</S/Document/P ${root} 0 R/K[${tags.map((tag) => `${write(tag, document)} 0 R`).join(' ')}]>>`,
  )
  const tree = sheets.map((sheet, index) => `${index}[${sheet.tags.map((tag) => `${numbers.get(tag)} 0 R`).join(' ')}]`)
  const parents = add(file, `<</Nums[${tree.join('\n')}]>>`)
  putObject(
    file,
    root,
    `<</Type/StructTreeRoot/K ${document} 0 R/ParentTree ${parents} 0 R/ParentTreeNextKey ${sheets.length}>>`,
  )
  return root

  function write(tag: Tag, parent: number): number {
    const number = reserve(file)
    numbers.set(tag, number)
    let home = -1
    const kids: (string | number)[] = []
    // Indexed loop, because goja allocates a function and an object per step of any other loop.
    for (let at = 0; at < tag.kids.length; at++) {
      const kid = tag.kids[at] as Tag['kids'][number]
      if (!('page' in kid)) kids.push(`${write(kid, number)} 0 R`)
      else {
        if (home < 0) home = kid.page
        kids.push(kid.page === home ? kid.id : `<</Type/MCR/Pg ${pages[kid.page]} 0 R/MCID ${kid.id}>>`)
      }
    }
    const page = home < 0 ? '' : `/Pg ${pages[home]} 0 R`
    putObject(file, number, `<</S/${tag.name}/P ${parent} 0 R${page}${attributesOf(tag)}/K[${kids.join(' ')}]>>`)
    return number
  }
}

function attributesOf({ attributes = '', alt, box }: Tag): string {
  const place = box ? `/A<</O/Layout/Placement/Block/BBox[${box.join(' ')}]>>` : ''
  return attributes + (alt === undefined ? '' : `/Alt ${textString(alt)}`) + place
}
