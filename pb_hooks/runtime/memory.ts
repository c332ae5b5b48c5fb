import { getSlotUsage } from './admission.ts'

/** Resident memory in bytes above which garbage is collected. A server at rest needs 60 MiB. */
const collectionThreshold = 190 * 2 ** 20

/** Returns the resident memory of the process in bytes from Linux's `/proc`; `undefined` on other systems. */
export function getResidentBytes(): number | undefined {
  try {
    const kibibytes = /^VmRSS:\s*(\d+) kB$/m.exec(toString($os.readFile('/proc/self/status')))?.[1]
    return kibibytes ? Number(kibibytes) * 1024 : undefined
  } catch {
    return undefined
  }
}

/**
 * Allocates 16 MiB without using them if no calls run and the process has much memory. After some of these calls Go collects garbage and returns
 * memory to the system. An idle server would collect only every two minutes.
 */
export function collectGarbage(app: CoreApp) {
  if (Object.values(getSlotUsage(app.store()).inUse).some((count) => count > 0)) return
  if ((getResidentBytes() ?? 0) < collectionThreshold) return
  // Small pieces fit between other objects, so that the process does not grow. The bundler would remove an unused `ArrayBuffer`.
  const text = ' '.repeat(65_536)
  for (let pieces = 0; pieces < 256; pieces++) {
    toBytes(text)
    // Memory that is allocated during a collection adds to what Go retains.
    if (pieces % 16 === 0) sleep(10)
  }
}
