/** The files of this program's migrations, in their order. */
export function migrationsHere(): string[] {
  const entries = $os.readDir(`${__hooks}/../pb_migrations`) as unknown as { name(): string }[]
  return entries.map((entry) => entry.name()).sort()
}
