let isPooled = false

/**
 * Returns whether this virtual machine belongs to the pool. Other virtual machines serve a single call, so they must
 * not hold resources.
 */
export const isPooledVm = (): boolean => isPooled

/**
 * Marks all virtual machines of the pool before the first call: marks this one, then runs the job again in the next
 * free one.
 */
export function markPooledVms() {
  const tagged = Number($app.store().get('pool') ?? 0)
  if (tagged >= getPoolSize()) return
  $app.store().set('pool', tagged + 1)
  isPooled = true
  markNextFreeVm($app)
}

/** Returns the pool's size from the command line; otherwise the engine's default. */
function getPoolSize(): number {
  return Number(/--hooksPool=(\d+)/.exec($os.args.join(' '))?.[1] ?? 12)
}

/** Runs `markPooledVms` in the next free virtual machine. Only jobs can start code in another virtual machine. */
export function markNextFreeVm(app: CoreApp) {
  for (const job of app.cron().jobs() as (Job | undefined)[]) if (job?.id() === 'pool') job.run()
}

interface Job {
  id(): string
  run(): void
}
