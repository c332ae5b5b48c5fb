const own = 'id = @request.auth.id'
const administrator = "@request.auth.role = '_admin'"
const visible = `@request.auth.isActive = true && (${own} || ${administrator})`
const keepsRights = '@request.body.role:changed = false && @request.body.isActive:changed = false'

migrate((app) => {
  const users = app.findCollectionByNameOrId('users')

  users.fields.removeByName('avatar')
  users.fields.add(
    new TextField({ name: 'name', required: true, max: 120, pattern: '^[^\\x00-\\x1f\\x7f]+$' }),
    new TextField({ name: 'phone', max: 20, pattern: '^(\\+?[\\d\\s().-]{7,20})?$' }),
    new SelectField({ name: 'role', required: true, maxSelect: 1, values: ['_user', '_admin'] }),
    new BoolField({ name: 'isActive' }),
    // Tells who was put out from who still waits to be let in.
    new DateField({ name: 'deactivatedAt' }),
    new PasswordField({ name: 'password', required: true, hidden: true, system: true, min: 6, max: 71 }),
  )

  Object.assign(users, {
    listRule: visible,
    viewRule: visible,
    createRule:
      "@request.auth.id = '' && (role = '_user' || role = '') && @request.body.id:isset = false && @request.body.deactivatedAt:isset = false",
    updateRule: `@request.auth.isActive = true && @request.body.deactivatedAt:isset = false && (${administrator} || (${own} && ${keepsRights}))`,
    deleteRule: null,
    authRule: 'isActive = true',
    manageRule: null,
    indexes: [
      'CREATE UNIQUE INDEX `idx_users_tokenKey` ON `users` (`tokenKey`)',
      'CREATE UNIQUE INDEX `idx_users_email` ON `users` (`email` COLLATE NOCASE)',
      'CREATE INDEX `idx_users_waiting` ON `users` (`isActive`, `created`)',
    ],
  })

  users.passwordAuth.enabled = true
  users.passwordAuth.identityFields = ['email']
  users.otp.enabled = true
  users.otp.length = 6
  users.otp.duration = 600
  // A second factor that no one is asked for: without it a sign-in by code replaces the password of an unverified person.
  users.mfa.enabled = true
  users.mfa.rule = "id = ''"
  users.authAlert.enabled = false
  users.authToken.duration = 604800
  users.fileToken.duration = 120
  app.save(users)

  // The lock that holds even where no hook is loaded: nobody is born active, activating is a step of its own.
  app
    .db()
    .newQuery(
      "CREATE TRIGGER users_start_inactive BEFORE INSERT ON users WHEN NEW.isActive = 1 BEGIN SELECT RAISE(ABORT, 'nobody is born active'); END",
    )
    .execute()
})
