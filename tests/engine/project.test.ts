import { existsSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { withFileLock } from '../../scripts/project.mjs'

let file: string
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'lock-')), 'prepare.lock')
})

it('allows one preparation at a time', async () => {
  let inside = 0
  let most = 0
  async function work() {
    most = Math.max(most, ++inside)
    await wait(50)
    return inside--
  }
  await Promise.all([withFileLock(file, work), withFileLock(file, work), withFileLock(file, work)])
  expect(most).toBe(1)
  expect(existsSync(file)).toBe(false)
})

it('releases the lock when the preparation fails', async () => {
  await expect(withFileLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withFileLock(file, async () => 'next')).toBe('next')
})

it('takes over the lock of a process that ended', async () => {
  writeFileSync(file, '999999999')
  expect(await withFileLock(file, async () => 'next')).toBe('next')
})

it('takes over an old lock whose process id was reused', async () => {
  writeFileSync(file, String(process.pid))
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(file, longAgo, longAgo)
  expect(await withFileLock(file, async () => 'next')).toBe('next')
})
