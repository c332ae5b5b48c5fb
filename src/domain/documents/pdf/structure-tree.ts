import type { LayoutPage, StructureTag } from '../layout/page-flow.ts'
import { addObject, encodePdfString, type PdfFile, reserveObject, setObject } from './pdf-file.ts'

/** Writes the structure tree and returns the object number of its root. `pages`: object numbers of the pages. */
export function addStructureTree(
  file: PdfFile,
  tags: readonly StructureTag[],
  sheets: readonly LayoutPage[],
  pages: readonly number[],
): number {
  const root = reserveObject(file)
  const document = reserveObject(file)
  const numbers = new Map<StructureTag, number>()
  setObject(
    file,
    document,
    `<</S/Document/P ${root} 0 R/K[${tags.map((tag) => `${write(tag, document)} 0 R`).join(' ')}]>>`,
  )
  const tree = sheets.map((sheet, index) => `${index}[${sheet.tags.map((tag) => `${numbers.get(tag)} 0 R`).join(' ')}]`)
  const parents = addObject(file, `<</Nums[${tree.join('\n')}]>>`)
  setObject(
    file,
    root,
    `<</Type/StructTreeRoot/K ${document} 0 R/ParentTree ${parents} 0 R/ParentTreeNextKey ${sheets.length}>>`,
  )
  return root

  function write(tag: StructureTag, parent: number): number {
    const number = reserveObject(file)
    numbers.set(tag, number)
    let home = -1
    const kids: (string | number)[] = []
    // Uses an index, because goja allocates a function and an object per iteration of any other loop.
    for (let at = 0; at < tag.kids.length; at++) {
      const kid = tag.kids[at] as StructureTag['kids'][number]
      if (!('page' in kid)) kids.push(`${write(kid, number)} 0 R`)
      else {
        if (home < 0) home = kid.page
        kids.push(kid.page === home ? kid.id : `<</Type/MCR/Pg ${pages[kid.page]} 0 R/MCID ${kid.id}>>`)
      }
    }
    const page = home < 0 ? '' : `/Pg ${pages[home]} 0 R`
    setObject(file, number, `<</S/${tag.name}/P ${parent} 0 R${page}${formatAttributes(tag)}/K[${kids.join(' ')}]>>`)
    return number
  }
}

function formatAttributes({ attributes = '', alt, box }: StructureTag): string {
  const place = box ? `/A<</O/Layout/Placement/Block/BBox[${box.join(' ')}]>>` : ''
  return attributes + (alt === undefined ? '' : `/Alt ${encodePdfString(alt)}`) + place
}
