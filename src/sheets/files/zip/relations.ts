import { findChildren, readXmlTree } from '../xml/xml-tree.ts'
import type { ZipReader } from './zip-reader.ts'

interface Relation {
  /** Last segment of the type, e.g. `worksheet`. */
  type: string
  /** Path in the archive, or the address of an external target. */
  target: string
  isExternal: boolean
}
export type Relations = ReadonlyMap<string, Relation>

/** Reads the relations of a part by id; `path`: path of the part, empty for the package itself. */
export async function readRelations(zip: ZipReader, path: string): Promise<Relations> {
  const slash = path.lastIndexOf('/') + 1
  const folder = path.slice(0, slash)
  const source = `${folder}_rels/${path.slice(slash)}.rels`
  const found = new Map<string, Relation>()
  if (!zip.has(source)) return found
  for (const { attributes } of findChildren(await readXmlTree(zip, source), 'Relationship')) {
    const { Id = '', Type = '', Target = '', TargetMode } = attributes
    const isExternal = TargetMode === 'External'
    const target = isExternal ? Target : resolvePath(folder, Target)
    found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target, isExternal })
  }
  return found
}

export const findRelatedPart = (relations: Relations, type: string): string | undefined =>
  [...relations.values()].find((relation) => relation.type === type && !relation.isExternal)?.target

/** Resolves a target relative to a folder: `word/`, `../media/a.png` → `media/a.png`. */
function resolvePath(folder: string, target: string): string {
  const parts: string[] = []
  for (const part of (target.startsWith('/') ? target : folder + target).split('/'))
    if (part === '..') parts.pop()
    else if (part && part !== '.') parts.push(part)
  return parts.join('/')
}
