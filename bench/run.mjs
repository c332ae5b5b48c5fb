// All that the README's figures come from, one after the other: `npm run bench`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

for (const part of ['reading.mjs']) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, part)], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
