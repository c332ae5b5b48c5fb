interface FieldLiteral {
  type: string
  name: string
  [option: string]: unknown
}

interface CollectionLiteral {
  type: 'base' | 'auth'
  name: string
  listRule: string | null
  viewRule: string | null
  createRule: string | null
  updateRule: string | null
  deleteRule: string | null
  fields: FieldLiteral[]
  indexes: string[]
}

/** A collection from plain data: PocketBase's types describe its methods, not the literal that it is made of. */
export function collection(literal: CollectionLiteral): Collection {
  return new Collection(literal as unknown as Partial<Collection>)
}
