let isPooled = false

/** Returns whether this virtual machine belongs to the pool. A virtual machine outside the pool serves a single call, so it must hold no resources. */
export const isPooledVm = (): boolean => isPooled

/** Marks all virtual machines of the pool before the first call. Each runs the job in the next one. */
export function markPooledVms() {
  const tagged = Number($app.store().get('pool') ?? 0)
  if (tagged >= getPoolSize()) return
  $app.store().set('pool', tagged + 1)
  isPooled = true
  runPoolTagging($app)
}

/** Returns the number of virtual machines in the pool from the command line, or the default of PocketBase 0.40.4. */
export function getPoolSize(): number {
  return Number(/--hooksPool=(\d+)/.exec($os.args.join(' '))?.[1] ?? 15)
}

/** Runs `markPooledVms` in the next free virtual machine. Only a job can enter one virtual machine from inside another. */
export function runPoolTagging(app: CoreApp) {
  for (const job of app.cron().jobs() as (Job | undefined)[]) if (job?.id() === 'pool') job.run()
}

interface Job {
  id(): string
  run(): void
}
