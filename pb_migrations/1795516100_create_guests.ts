import { createCollection, field, findCollection, requiredOption, runStatements } from './schema.ts'

/**
 * Creates the collection of people without an account. They sign in with a code by mail. No rule opens it, because only a link's
 * calls create, read and sign in guests. No field has a name of the rules of `users`, such as `role`.
 */
function createGuests(app: CoreApp): core.Collection {
  const guests = new Collection({ type: 'auth', name: 'guests' } as unknown as Partial<Collection>)
  guests.fields.add(
    new TextField({ name: 'name', max: 120, pattern: '^[^\\x00-\\x1f\\x7f]*$' }),
    new BoolField({ name: 'blocked' }),
    new AutodateField({ name: 'created', onCreate: true }),
    new AutodateField({ name: 'updated', onCreate: true, onUpdate: true }),
  )
  Object.assign(guests, {
    listRule: null,
    viewRule: null,
    createRule: null,
    updateRule: null,
    deleteRule: null,
    authRule: 'blocked = false',
    manageRule: null,
    indexes: [
      'CREATE UNIQUE INDEX `idx_guests_tokenKey` ON `guests` (`tokenKey`)',
      'CREATE UNIQUE INDEX `idx_guests_email` ON `guests` (`email` COLLATE NOCASE)',
    ],
  })
  guests.passwordAuth.enabled = false
  Object.assign(guests.otp, { enabled: true, length: 6, duration: 600 })
  guests.authAlert.enabled = false
  guests.authToken.duration = 1800
  guests.fileToken.duration = 120
  app.save(guests)
  return guests
}

migrate((app) => {
  const guests = createGuests(app)
  const requests = findCollection(app, 'requests')
  createCollection(app, 'links', {
    fields: [
      field.relation('guest', guests, { required: true, cascadeDelete: true }),
      field.relation('request', requests, { required: true, cascadeDelete: true }),
      field.select(
        'purpose',
        [
          'deliver',
          'sign', // Signs the document.
          'ask', // Shows the state of a request.
        ],
        requiredOption,
      ),
      // SHA-256 of the token in the address; empty until the first mail. Links of one mail share a token.
      field.text('tokenHash', 64, { hidden: true }),
      field.date('expires'),
      field.select(
        'state',
        [
          ...['waiting', 'sent', 'opened', 'failed', 'cancelled'],
          ...['signed', 'refused', 'expired'], // Only of links to sign.
        ],
        requiredOption,
      ),
      field.count('timesSent'),
      field.date('sentAt'),
      field.date('openedAt'),
      // Answer of the mail server that refused the latest mail.
      field.text('error', 300),
      // Signer of the format, from 0. The same person may sign in two roles.
      field.count('position'),
      field.count('reminders'),
      // SHA-256 of the latest PDF that the signer opened.
      field.text('readHash', 64),
    ],
    indexes: [
      // Unique, so that an effect that runs again after an interruption creates no second link.
      'CREATE UNIQUE INDEX `idx_links_request` ON `links` (`request`, `purpose`, `guest`, `position`)',
      'CREATE INDEX `idx_links_guest` ON `links` (`guest`)',
      'CREATE INDEX `idx_links_state` ON `links` (`state`, `request`)',
      "CREATE INDEX `idx_links_open_signatures` ON `links` (`expires`) WHERE `purpose` = 'sign' AND `state` IN ('waiting', 'sent', 'opened', 'failed')",
      "CREATE INDEX `idx_links_tokenHash` ON `links` (`tokenHash`) WHERE `tokenHash` != ''",
    ],
  })
  runStatements(
    app,
    // Calls of people without an account in the last day. `key`: kind of call, with a person, a network or a link. `at`: Unix seconds.
    'CREATE TABLE counted_calls (key TEXT NOT NULL, at INTEGER NOT NULL)',
    'CREATE INDEX counted_calls_key ON counted_calls (key, at)',
    'CREATE INDEX counted_calls_at ON counted_calls (at)',
    // Wrong attempts to open a document on the verification page. Each fifth blocks it until `until` (Unix seconds).
    'CREATE TABLE wrong_digits (request TEXT PRIMARY KEY, attempts INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID',
    // Signatures and refusals of people without an account; several of a link whose signature was requested again. `name`: typed name.
    // `consent`: accepted text, word by word. `drawing`: id in `signature_copies`. `address`: masked address that received the code.
    // `reason`: reason of a refusal.
    `CREATE TABLE signatures (id INTEGER PRIMARY KEY, link TEXT NOT NULL, request TEXT NOT NULL, action TEXT NOT NULL, role TEXT NOT NULL,
       name TEXT NOT NULL, consent TEXT NOT NULL, drawing TEXT NOT NULL, documentHash TEXT NOT NULL, address TEXT NOT NULL,
       network TEXT NOT NULL, device TEXT NOT NULL, reason TEXT NOT NULL, signedAt TEXT NOT NULL)`,
    'CREATE INDEX signatures_request ON signatures (request)',
    'CREATE TRIGGER links_delete_signatures AFTER DELETE ON links BEGIN DELETE FROM signatures WHERE request = OLD.request AND link = OLD.id; END',
  )
})
