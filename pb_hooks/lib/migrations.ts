const folder = `${__hooks}/../pb_migrations`

/** The files of this program's migrations, in their order; `each` holds those that `pb_migrations/pending.ts` runs. */
export function migrationsHere(): string[] {
  return [...scriptsIn(folder), ...eachMigration()].sort()
}

export const migrationPath = (file: string) => `${folder}/each/${file}`

/** Those that the program was built with, in their order. */
export function eachMigration(): string[] {
  return scriptsIn(`${folder}/each`).sort()
}

function scriptsIn(path: string): string[] {
  const entries = $os.readDir(path) as unknown as { name(): string }[]
  return entries.map((entry) => entry.name()).filter((name) => name.endsWith('.js'))
}
