import { runStatements } from './schema.ts'

migrate((app) => {
  runStatements(app, "CREATE INDEX `idx_requests_privacy` ON `requests` (`privacy`) WHERE `privacy` != ''")
})
