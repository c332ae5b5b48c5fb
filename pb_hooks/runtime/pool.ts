let isPooled = false

/** Returns whether this virtual machine belongs to the pool. One that is built when all are busy serves a single call, and must hold nothing. */
export const isPooledVm = (): boolean => isPooled

/** Tags each virtual machine of the pool, one from inside the other, before the first call. */
export function tagPooledVms() {
  const tagged = Number($app.store().get('pool') ?? 0)
  if (tagged >= poolSize()) return
  $app.store().set('pool', tagged + 1)
  isPooled = true
  runPoolJob($app)
}

/** Returns the number of virtual machines in the pool, from the command line; otherwise the default of PocketBase 0.40.4. */
export function poolSize(): number {
  return Number(/--hooksPool=(\d+)/.exec($os.args.join(' '))?.[1] ?? 15)
}

/** Runs `tagPooledVms` in the next virtual machine that is free: a job is the only way to enter one from inside another. */
export function runPoolJob(app: CoreApp) {
  for (const job of app.cron().jobs() as (Job | undefined)[]) if (job?.id() === 'pool') job.run()
}

interface Job {
  id(): string
  run(): void
}
