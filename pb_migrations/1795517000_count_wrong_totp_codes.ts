import { runStatements } from './schema.ts'

migrate((app) => {
  // `wrong`: wrong codes of the app since the last right one.
  runStatements(app, 'ALTER TABLE totp_keys ADD COLUMN wrong INTEGER NOT NULL DEFAULT 0')
})
