import {
  activeUserRule,
  adminRule,
  createCollection,
  field,
  imageTypes,
  noThumbnailRule,
  requiredOption,
  runStatements,
} from './schema.ts'

/**
 * Rate limits: label, calls, seconds, audience. Tags are used if PocketBase has one, because a path label does not
 * match the collection's id.
 */
const rateLimits: [label: string, maxRequests: number, duration: number, audience?: string][] = [
  // A health check calls every few seconds. PocketBase counts these calls before it uses a virtual machine.
  ['/api/app/health', 120, 60],
  ['/api/collections/users/request-password-reset', 30, 60],
  // Limits the CPU time that one address can use; failed passwords are counted in `failed_sign_ins`.
  ['/api/collections/users/auth-with-password', 600, 60],
  ['*:auth', 600, 60],
  ['_superusers:auth', 5, 60],
  // Limits anonymous clients more than users, because the server reads a body before it validates it. Anonymous
  // clients may only create an account.
  ['*:create', 3000, 10, '@auth'],
  ['*:create', 60, 60, '@guest'],
  ['*:update', 60, 60, '@guest'],
  ['/api/collections/users/auth-with-otp', 20, 60],
  // Each of these calls makes the server call the provider.
  ['*:authWithOAuth2', 60, 60],
  ['/api/app/verify', 30, 60],
  ['/api/app/setup', 10, 60],
  ['/api/collections/users/request-otp', 30, 60],
  ['*:requestOTP', 30, 60],
  ['*:requestPasswordReset', 30, 60],
  ['/api/collections/users/confirm-password-reset', 20, 60],
  ['users:create', 20, 60],
  ['/api/', 6000, 10],
  ['/key/', 6000, 10],
  // Each realtime connection takes 35 kB for five minutes.
  ['GET /api/realtime', 600, 60],
]

function configureEngine(app: CoreApp) {
  const settings = app.settings()
  settings.rateLimits.enabled = true
  const rules = rateLimits.map(([label, maxRequests, duration, audience = '']) => ({
    label,
    maxRequests,
    duration,
    audience,
  }))
  settings.rateLimits.rules = rules as core.RateLimitRule[]
  settings.batch.enabled = false
  settings.superuserIPs = ['127.0.0.1', '::1']
  // Logs errors only: a row per request halves the throughput and stores the tokens in URLs.
  Object.assign(settings.logs, { minLevel: 8, logIP: false, maxDays: 30 })
  Object.assign(settings.meta, { appName: 'Formatos preeliminares', senderName: 'Formatos preeliminares' })
  app.save(settings)
}

/** View rule of logos: readable by URL without a token. */
const canReadFile = `((${activeUserRule}) || @request.context = 'protectedFile') && ${noThumbnailRule}`
const letterhead = [
  field.text('organisationId', 40),
  field.file('logo', 1048576, imageTypes),
  ...[field.text('address', 120), field.text('city', 80), field.text('phone', 40), field.text('web', 120)],
  ...[field.bool('pageRagged'), field.text('pageCountry', 2), field.text('timeZone', 6)],
]
const countries = ['AR', 'CL', 'CO', 'EC', 'MX', 'PE']

migrate((app) => {
  configureEngine(app)
  const settings = createCollection(app, 'settings', {
    listRule: activeUserRule,
    viewRule: canReadFile,
    updateRule: `${adminRule} && @request.body.documentService:isset = false`,
    fields: [
      field.text('organisationName', 120, requiredOption),
      ...letterhead,
      field.select('country', countries, requiredOption),
      field.select('registration', ['open', 'closed'], requiredOption),
      field.text('allowedDomains', 500),
      field.text('pageSize', 6, { pattern: '^(letter|a4|legal)$' }),
      field.text('pageMargins', 6, { pattern: '^(narrow|normal|wide)$' }),
      field.json('profileFields', 20000),
      field.bool('documentService'),
    ],
  })
  const page = { pageSize: 'letter', pageMargins: 'normal' }
  // With the identity number, forms about their requester need no typing of it.
  const profileFields = [{ key: 'documento', label: 'Documento de identidad', type: 'idDocument', own: true }]
  app.save(
    new Record(settings, {
      organisationName: 'Mi organización',
      registration: 'open',
      country: 'CO',
      profileFields,
      ...page,
    }),
  )
  // Snapshots of the settings that documents were generated with.
  createCollection(app, 'letterheads', {
    listRule: activeUserRule,
    viewRule: canReadFile,
    fields: [
      field.text('organisationName', 120),
      ...letterhead,
      field.text('country', 2),
      field.text('pageSize', 6),
      field.text('pageMargins', 6),
    ],
  })
  runStatements(
    app,
    // The health check writes this row to test whether the database is writable.
    'CREATE TABLE heartbeat (id INTEGER PRIMARY KEY CHECK (id = 1), at TEXT NOT NULL)',
    `CREATE TABLE backups (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, status TEXT NOT NULL, created TEXT NOT NULL,
       finished TEXT NOT NULL DEFAULT '', size INTEGER NOT NULL DEFAULT 0, error TEXT NOT NULL DEFAULT '', content TEXT NOT NULL DEFAULT 'null')`,
    // `since`: time the schedule was set; backups due earlier do not count as missed.
    'CREATE TABLE backup_plan (id INTEGER PRIMARY KEY CHECK (id = 1), period TEXT NOT NULL, hour INTEGER NOT NULL, since TEXT NOT NULL)',
    "INSERT INTO backup_plan VALUES (1, 'day', 3, strftime('%Y-%m-%d %H:%M:%fZ', 'now'))",
  )
})
