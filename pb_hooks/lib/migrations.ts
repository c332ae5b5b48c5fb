/** Returns the file names of all migrations in order, also of those beside the product's. */
export function listMigrations(): string[] {
  return [...new Set([...listProductMigrations(), ...listScripts('pb_migrations')])].sort()
}

/** Returns the file names of the product's migrations in order (`pb_migrations/run-pending.ts`). */
export const listProductMigrations = (): string[] => listScripts('pb_migrations/each')

function listScripts(folder: string): string[] {
  const entries = $os.readDir(`${__hooks}/../${folder}`) as unknown as { name(): string }[]
  const names = entries.map((entry) => entry.name())
  return names.filter((name) => name.endsWith('.js')).sort()
}
