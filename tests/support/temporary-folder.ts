import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { getCurrentTest } from 'vitest/suite'

/** Creates a directory that is removed after the running test, or after the test file if it is called outside tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formatos-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (getCurrentTest()) onTestFinished(remove)
  else afterAll(remove)
  return folder
}
