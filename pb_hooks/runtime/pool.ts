/**
 * Marks each virtual machine of the pool, one from inside the other, before there is a call. One that is built later, for one call
 * when all are taken, has no mark: it is thrown away and must keep nothing that others need.
 */
export function markPool() {
  const marked = Number($app.store().get('pool') ?? 0)
  if (marked >= poolSize()) return
  $app.store().set('pool', marked + 1)
  globalThis.isFromPool = true
  runPoolJob($app)
}

/** As the command line says, or PocketBase's own. */
export function poolSize(): number {
  return Number(/--hooksPool=(\d+)/.exec($os.args.join(' '))?.[1] ?? 15)
}

/** A job takes the next virtual machine that is free. */
export function runPoolJob(app: CoreApp) {
  for (const job of app.cron().jobs() as (Job | undefined)[]) if (job?.id() === 'pool') job.run()
}

interface Job {
  id(): string
  run(): void
}
