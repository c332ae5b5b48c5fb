import { API, type Checker, SymbolFlags, type Symbol as TsSymbol, type Type, TypeFlags } from 'typescript/unstable/sync'

export type JsonSchema = Readonly<Record<string, unknown>>

const numericTags = ['minimum', 'maximum']
const textTags = ['description', 'format', 'pattern']

/**
 * Opens the project of a `tsconfig.json` and converts its types to JSON Schema. Objects permit no additional properties, and named types become
 * components. A `number` becomes an integer, because decimals are sent as text. `known`: schemas by name that replace a type's own. `published`:
 * component names of types whose own name changed after publication.
 */
export function loadTypeScriptProject(
  root: string,
  config: string,
  known: Record<string, JsonSchema> = {},
  published: Record<string, string> = {},
) {
  const api = new API({ cwd: root })
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (!project) throw new Error(`No project at ${config}`)
  const { checker, program } = project

  /** Returns the type of an exported constant or interface. */
  function exported(file: string, name: string): Type {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    const symbol = module && checker.getExportsOfModule(module).find((each) => each.name === name)
    if (!symbol) throw new Error(`${file} exports no ${name}`)
    const isValue = symbol.flags & SymbolFlags.Variable
    return (isValue && checker.getTypeOfSymbol(symbol)) || checker.getDeclaredTypeOfSymbol(symbol)
  }

  return { ...createSchemas(checker, known, published), exported, close: () => api.close() }
}

/** Converts the types of a checker to JSON Schema. */
function createSchemas(checker: Checker, known: Record<string, JsonSchema>, published: Record<string, string>) {
  const components: Record<string, JsonSchema> = {}
  /** Type id of each component, to refuse two types of the same name. */
  const types: Record<string, number> = {}

  const typeOf = (symbol: TsSymbol) => checker.getTypeOfSymbol(symbol) ?? checker.getUnknownType()
  const propertiesOf = (type: Type) =>
    checker.getPropertiesOfType(type).map((symbol) => ({
      name: symbol.name,
      type: typeOf(symbol),
      isOptional: (symbol.flags & SymbolFlags.Optional) !== 0,
      tags: tagsOf(symbol),
    }))

  function tagsOf(symbol: TsSymbol): JsonSchema {
    const tags: Record<string, string | number> = {}
    for (const { name, text = '' } of checker.getJsDocTagsOfSymbol(symbol)) {
      if (numericTags.includes(name)) tags[name] = Number(text)
      if (textTags.includes(name)) tags[name] = text.replace(/\s+/g, ' ').trim()
    }
    return tags
  }

  /** Returns the alias or interface that names a type; undefined for generic types and those of libraries. */
  function namedBy(type: Type): TsSymbol | undefined {
    const alias = type.getAliasSymbol()
    if (alias) return type.getAliasTypeArguments().length ? undefined : alias
    if (!type.isClassOrInterface() || type.getTypeParameters().length) return undefined
    return type.getSymbol()
  }

  function schemaOf(type: Type): JsonSchema {
    const symbol = namedBy(type)
    if (!symbol) return inline(type)
    const name = published[symbol.name] ?? symbol.name
    if (name in types && types[name] !== type.id) throw new Error(`Two types are called ${name}`)
    if (!(name in types)) {
      types[name] = type.id
      components[name] = known[name] ?? { ...inline(type), ...tagsOf(symbol) }
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  function inline(type: Type): JsonSchema {
    const { flags } = type
    if (flags & TypeFlags.Boolean) return { type: 'boolean' }
    if (type.isUnionType()) return union(type.getTypes())
    if (flags & (TypeFlags.Unknown | TypeFlags.Any)) return {}
    if (flags & TypeFlags.Null) return { type: 'null' }
    if (type.isLiteralType()) return { const: type.value }
    if (flags & TypeFlags.StringLike) return { type: 'string' }
    if (flags & TypeFlags.NumberLike) return { type: 'integer' }
    if (type.isIntersectionType() && type.getTypes().some((part) => part.flags & TypeFlags.String))
      return { type: 'string' }
    if (flags & (TypeFlags.Object | TypeFlags.Intersection)) return object(type)
    throw new Error(`No schema for ${checker.typeToString(type)}`)
  }

  function union(types: readonly Type[]): JsonSchema {
    const parts = types.filter(({ flags }) => !(flags & TypeFlags.Undefined))
    const isFlag = ({ flags }: Type) => (flags & TypeFlags.BooleanLiteral) !== 0
    const texts = parts.flatMap((part) => (part.isStringLiteralType() ? [part.value] : []))
    const others = parts.filter((part) => !part.isStringLiteralType() && !isFlag(part)).map(schemaOf)
    const all = [
      ...(parts.some(isFlag) ? [{ type: 'boolean' }] : []),
      ...(texts.length ? [{ type: 'string', enum: texts.toSorted() }] : []),
      ...others,
    ]
    return all.length === 1 && all[0] ? all[0] : { anyOf: all }
  }

  function object(type: Type): JsonSchema {
    if (checker.isArrayType(type) && type.isTypeReference()) {
      const [item] = checker.getTypeArguments(type)
      return { type: 'array', items: item ? schemaOf(item) : {} }
    }
    const properties = propertiesOf(type)
    const [index] = checker.getIndexInfosOfType(type)
    return {
      type: 'object',
      ...(properties.length > 0 && {
        properties: Object.fromEntries(
          properties.map(({ name, type, tags }) => [name, { ...schemaOf(type), ...tags }]),
        ),
        required: properties.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
      }),
      additionalProperties: index ? schemaOf(index.valueType) : false,
    }
  }

  return {
    components,
    propertiesOf,
    schemaOf,
    argumentsOf: (type: Type) => (type.isTypeReference() ? checker.getTypeArguments(type) : []),
    isVoid: ({ flags }: Type) => (flags & TypeFlags.Void) !== 0,
  }
}
