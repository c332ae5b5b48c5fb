import { runStatements } from './schema.ts'

// Plain tables, which PocketBase's record API cannot access.
migrate((app) => {
  runStatements(
    app,
    // `status`: `staged`, `applying`, `applied`, `undoing` or `undone`. At most two: the latest import and a staged one. `matched`: users that its rows name.
    `CREATE TABLE payrolls (id TEXT PRIMARY KEY, fileName TEXT NOT NULL, created TEXT NOT NULL, matched TEXT NOT NULL,
       status TEXT NOT NULL DEFAULT 'staged', invites INTEGER NOT NULL DEFAULT 0)`,
    // `status`: empty before the step ran, `more` after a part of it or of its undo, then `applied`, `undone`, or the error code of a step that was left out.
    `CREATE TABLE payroll_steps (payroll TEXT NOT NULL, position INTEGER NOT NULL, content TEXT NOT NULL, status TEXT NOT NULL DEFAULT '',
       PRIMARY KEY (payroll, position)) WITHOUT ROWID`,
    // Users of any payroll. `payroll`: the first that named the user.
    'CREATE TABLE payroll_users (user TEXT PRIMARY KEY, payroll TEXT NOT NULL) WITHOUT ROWID',
  )
})
