// What the engine takes for the newest migration: it makes a virtual machine for each file that it is given and keeps it as long as it runs, so it is given
// this one, under that name, and the others are read when they have not been run.
import { eachMigration, migrationPath } from '../pb_hooks/lib/migrations.ts'

type Step = Parameters<typeof migrate>[0]
const scope = globalThis as { migrate?: typeof migrate }

migrate(
  (app) => {
    const applied = arrayOf(new DynamicModel({ file: '' })) as unknown as { file: string }[]
    app.db().newQuery('SELECT file FROM _migrations').all(applied)
    const known = new Set(applied.map(({ file }) => file))
    const pending = eachMigration().filter((file) => !known.has(file))
    const began = Date.now() * 1_000
    const write = app.db().newQuery('INSERT INTO _migrations (file, applied) VALUES ({:file}, {:applied})')
    for (const [index, file] of pending.entries()) {
      try {
        upOf(file)(app)
      } catch (error) {
        // The engine would name the newest.
        throw new Error(`${file}: ${error}`)
      }
      // The engine itself writes the newest down.
      if (index < pending.length - 1) write.bind({ file, applied: began + index }).execute()
    }
  },
  () => {
    throw new Error('Each is taken back by itself: migrate down --migrationsDir=…/pb_migrations/each')
  },
)

/** A migration's file says what it does as if the engine had asked. */
function upOf(file: string): Step {
  let up: Step | undefined
  scope.migrate = (step) => {
    up = step
  }
  require(migrationPath(file))
  if (!up) throw new Error(`${file} migrates nothing.`)
  return up
}
