import { runStatements } from './schema.ts'

migrate((app) => {
  runStatements(
    app,
    // Queue of the mails with links. Links of one guest with the same claim are in one mail, which has one `purpose`. `call`: id of the call that
    // queued the mail again, which `asker` can undo until it is due. `former`: guest of the link before that call. `endedAt`: set before the end
    // of the mail is passed to the mail server, whose answer is not yet saved.
    `CREATE TABLE delivery_mails (link TEXT PRIMARY KEY, guest TEXT NOT NULL, purpose TEXT NOT NULL, due TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
       claim TEXT NOT NULL DEFAULT '', call TEXT NOT NULL DEFAULT '', asker TEXT NOT NULL DEFAULT '', former TEXT NOT NULL DEFAULT '',
       endedAt TEXT NOT NULL DEFAULT '') WITHOUT ROWID`,
    'CREATE INDEX idx_delivery_mails_due ON delivery_mails (due)',
    'CREATE INDEX idx_delivery_mails_guest ON delivery_mails (guest)',
    "CREATE INDEX idx_delivery_mails_claim ON delivery_mails (claim) WHERE claim != ''",
    "CREATE INDEX idx_delivery_mails_call ON delivery_mails (call) WHERE call != ''",
    'CREATE INDEX idx_delivery_mails_undelivered ON delivery_mails (claim) WHERE attempts > 1',
    // Deletes the mail of a deleted link or request.
    'CREATE TRIGGER links_delete_mail AFTER DELETE ON links BEGIN DELETE FROM delivery_mails WHERE link = OLD.id; END',
  )
})
