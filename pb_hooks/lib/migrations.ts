export function listMigrations(): string[] {
  const entries = $os.readDir(`${__hooks}/../pb_migrations`) as unknown as { name(): string }[]
  const names = entries.map((entry) => entry.name())
  return names.filter((name) => name.endsWith('.js')).sort()
}
