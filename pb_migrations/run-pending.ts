import { listProductMigrations } from '../pb_hooks/lib/migrations.ts'

// Runs the product's migrations that are not applied yet. PocketBase creates a virtual machine for each file of `pb_migrations` and keeps it: 14 files
// took 4 MiB and a tenth of the startup. So the build names this file like the last migration and puts all migrations in a subfolder.
migrate((app) => {
  const names = listProductMigrations()
  const globals = globalThis as unknown as { migrate: (up: (app: CoreApp) => void) => void }
  globals.migrate = (up) => up(app)
  for (const file of names) {
    const applied = new DynamicModel({ n: 0 })
    app.db().newQuery('SELECT count(*) AS n FROM _migrations WHERE file = {:file}').bind({ file }).one(applied)
    if (applied.n) continue
    require(`${__hooks}/../pb_migrations/each/${file}`)
    // PocketBase itself records the last one, whose name this file has.
    if (file === names.at(-1)) continue
    const row = { file, applied: Date.now() * 1000 }
    app.db().newQuery('INSERT INTO _migrations VALUES ({:file}, {:applied})').bind(row).execute()
  }
})
