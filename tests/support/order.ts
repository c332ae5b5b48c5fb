import { relative } from 'node:path'
// Only types: the configuration is also read by builds, which do not need the test runner.
import type { TestSequencer, TestSpecification } from 'vitest/node'

/**
 * Slowest test files, slowest first. They mix files that wait with files that use the processor. The other files follow by project, because a
 * worker that changes project imports its modules again.
 */
const longest = [
  'tests/integration/deliveries.test.ts',
  'tests/e2e/requests.test.ts',
  'tests/integration/routes.test.ts',
  'tests/integration/access.test.ts',
  'tests/e2e/format-editor.test.ts',
  'tests/e2e/admin-screens.test.ts',
  'tests/e2e/batch-files.test.ts',
  'tests/e2e/word.test.ts',
  'tests/integration/failures.test.ts',
  'tests/integration/mail.test.ts',
  'tests/integration/documents.test.ts',
  'tests/e2e/reflow.test.ts',
  'tests/integration/backups.test.ts',
  'tests/integration/many-clients.test.ts',
  'tests/e2e/session-screens.test.ts',
  'tests/e2e/prefill.test.ts',
  'tests/e2e/settings-screens.test.ts',
  'tests/e2e/undo.test.ts',
  'tests/integration/document-backend.test.ts',
  'tests/e2e/queue.test.ts',
  'tests/e2e/settings.test.ts',
  'tests/e2e/format-fields.test.ts',
  'tests/e2e/phone.test.ts',
  'tests/integration/request-list.test.ts',
  'tests/e2e/setup.test.ts',
  'tests/e2e/users.test.ts',
  'tests/integration/notices.test.ts',
  'tests/e2e/format-publishing.test.ts',
  'tests/e2e/batch.test.ts',
  'tests/integration/lists.test.ts',
  'tests/e2e/routes.test.ts',
  'tests/integration/webhooks.test.ts',
  'tests/e2e/batch-attachments.test.ts',
  'tests/engine/demo.test.ts',
]

/** Starts long test files first, because a long file at the end leaves the other workers idle. */
export class LongestFirst implements TestSequencer {
  shard(files: TestSpecification[]) {
    return files
  }

  sort(files: TestSpecification[]) {
    return files.toSorted((one, other) => rank(one) - rank(other))
  }
}

function rank({ moduleId, project }: TestSpecification) {
  // The programs of these tests are built while the other tests run.
  if (project.name === 'offsite') return longest.length + 1
  const index = longest.indexOf(relative(process.cwd(), moduleId))
  return index < 0 ? longest.length : index
}
