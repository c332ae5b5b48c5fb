/** Returns the file names of all migrations in order, also of those beside the product's. */
export function listMigrations(): string[] {
  return [...new Set([...listProductMigrations(), ...listScripts('pb_migrations')])].sort()
}

/** Returns the file names of the product's migrations in order (`pb_migrations/run-pending.ts`). */
export const listProductMigrations = (): string[] => listScripts('pb_migrations/each')

function listScripts(folder: string): string[] {
  const names = $os.readDir(`${__hooks}/../${folder}`).map((entry) => entry.name())
  return names.filter((name) => name.endsWith('.js')).sort()
}
