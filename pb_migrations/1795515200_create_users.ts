import { externalOwnerId } from '../src/domain/external/external-owner.ts'
import { buildSecondFactorRule } from '../src/domain/users/second-factor.ts'
import {
  activeUserRule,
  adminCondition,
  buildQueryLimits,
  createCollection,
  field,
  findCollection,
  requiredOption,
  runStatements,
} from './schema.ts'

const isOwn = 'id = @request.auth.id'
/** Excludes the user who owns the requests of people without an account. */
const isPerson = `id != '${externalOwnerId}'`
const isVisible = `${activeUserRule} && (${isOwn} || ${adminCondition}) && ${isPerson}`
const keepsRights =
  '@request.body.role:changed = false && @request.body.isActive:changed = false && @request.body.manager:changed = false'
/** Refuses fields that only the server sets. */
const setsNoServerField = ['deactivatedAt', 'rejected', 'lastActiveAt', 'secondFactor']
  .map((name) => `@request.body.${name}:isset = false`)
  .join(' && ')
const isNotOwnManager = '(@request.body.manager:isset = false || @request.body.manager != id)'

const paragraph = 'margin:0 0 16px;font-size:16px;line-height:24px'
const digits = 'margin:24px 0;font-size:36px;line-height:44px;letter-spacing:8px;font-weight:bold'
const button =
  'display:inline-block;padding:0 24px;line-height:44px;border-radius:8px;background:#0b5b44;color:#ffffff;font-weight:bold;text-decoration:none'

const codeMail = `<p style="${paragraph}">Hola, {RECORD:name}:</p>
<p style="${paragraph}">Este es su código para {APP_NAME}. Vence en 10 minutos.</p>
<p style="${digits}">{OTP}</p>
<p style="${paragraph}">Si usted no lo pidió, no haga caso de este correo. No comparta el código con nadie.</p>`

const recoveryMail = `<p style="${paragraph}">Hola, {RECORD:name}:</p>
<p style="${paragraph}">Alguien pidió cambiar la contraseña de su cuenta de {APP_NAME}. Si fue usted, elija una nueva:</p>
<p style="${paragraph}"><a href="{APP_URL}/auth/recover/{TOKEN}" style="${button}">Elegir contraseña</a></p>
<p style="${paragraph}">El enlace vence en 30 minutos. Si usted no lo pidió, no haga caso de este correo: su contraseña sigue igual.</p>`

/** Adds fields, rules and mails to the collection `users`, which PocketBase itself creates. */
function changeUsers(app: CoreApp): core.Collection {
  const users = findCollection(app, 'users')
  users.fields.removeByName('avatar')
  users.fields.add(
    new TextField({ name: 'name', required: true, max: 120, pattern: '^[^\\x00-\\x1f\\x7f]+$' }),
    new TextField({ name: 'phone', max: 20, pattern: '^(\\+?[\\d\\s().-]{7,20})?$' }),
    new SelectField({ name: 'role', required: true, maxSelect: 1, values: ['_user', '_admin'] }),
    new BoolField({ name: 'isActive' }),
    // Whether a sign-in with the password also needs a code, sent by mail or of an app.
    new BoolField({ name: 'secondFactor' }),
    // Time of the deactivation or rejection; empty for active users and for those who wait for activation.
    new DateField({ name: 'deactivatedAt' }),
    // Whether an administrator rejected the registration.
    new BoolField({ name: 'rejected' }),
    // Time at which the user last had the application open, to the hour.
    new DateField({ name: 'lastActiveAt' }),
    new JSONField({ name: 'profile', maxSize: 20000 }),
    // Immediate manager, who decides the route stages «jefe inmediato» of this user.
    new RelationField({ name: 'manager', collectionId: users.id, maxSelect: 1 }),
    new PasswordField({ name: 'password', required: true, hidden: true, system: true, min: 6, max: 71 }),
  )
  Object.assign(users, {
    listRule: isVisible + buildQueryLimits({}),
    viewRule: isVisible,
    createRule: `@request.auth.id = '' && (role = '_user' || role = '') && @request.body.id:isset = false && ${setsNoServerField} && @request.body.manager:isset = false`,
    updateRule: `${activeUserRule} && ${isPerson} && ${setsNoServerField} && ${isNotOwnManager} && (${adminCondition} || (${isOwn} && ${keepsRights}))`,
    deleteRule: null,
    authRule: 'isActive = true',
    manageRule: null,
    indexes: [
      'CREATE UNIQUE INDEX `idx_users_tokenKey` ON `users` (`tokenKey`)',
      'CREATE UNIQUE INDEX `idx_users_email` ON `users` (`email` COLLATE NOCASE)',
      // Covering index for the count of pending users, and for registrations that expire.
      'CREATE INDEX `idx_users_waiting` ON `users` (`isActive`, `deactivatedAt`, `verified`, `created`)',
      "CREATE INDEX `idx_users_manager` ON `users` (`manager`) WHERE `manager` != ''",
    ],
  })
  users.passwordAuth.enabled = true
  users.passwordAuth.identityFields = ['email']
  Object.assign(users.otp, { enabled: true, length: 6, duration: 600 })
  Object.assign(users.otp.emailTemplate, { subject: '{OTP} es su código de {APP_NAME}', body: codeMail })
  Object.assign(users.resetPasswordTemplate, { subject: 'Cambie su contraseña de {APP_NAME}', body: recoveryMail })
  // Also prevents that a sign-in by code replaces the password of an unverified user.
  users.mfa.enabled = true
  users.mfa.rule = buildSecondFactorRule(false)
  users.authAlert.enabled = false
  users.authToken.duration = 86_400
  users.fileToken.duration = 120
  users.passwordResetToken.duration = 1800
  app.save(users)
  return users
}

/** Adds the issuer to the accounts of providers: the same id of another issuer is that of another person. */
function addIssuerToLinks(app: CoreApp) {
  const links = findCollection(app, '_externalAuths')
  links.fields.add(new TextField({ name: 'issuer' }))
  app.save(links)
}

const canRead = `${activeUserRule} && (owner = @request.auth.id || sharedWith = 'everybody' || (sharedWith = 'admins' && ${adminCondition}))`
const canWrite = `${activeUserRule} && ((owner = @request.auth.id && sharedWith = '') || (sharedWith != '' && ${adminCondition}))`

migrate((app) => {
  const users = changeUsers(app)
  addIssuerToLinks(app)
  createCollection(app, 'views', {
    listRule: canRead,
    viewRule: canRead,
    createRule: `${activeUserRule} && owner = @request.auth.id && (sharedWith = '' || ${adminCondition})`,
    updateRule: `${canWrite} && @request.body.owner:changed = false && @request.body.screen:changed = false`,
    deleteRule: canWrite,
    fields: [
      field.relation('owner', users, { required: true, cascadeDelete: true }),
      field.select('screen', ['requests', 'users'], requiredOption),
      field.text('name', 60, requiredOption),
      field.json('search', 4000),
      field.select('sharedWith', ['everybody', 'admins']),
    ],
    indexes: [
      'CREATE INDEX `idx_views_owner` ON `views` (`owner`, `screen`)',
      "CREATE INDEX `idx_views_shared` ON `views` (`sharedWith`, `screen`) WHERE `sharedWith` != ''",
    ],
  })
  runStatements(
    app,
    // Prevents new users from being active even if no hook is loaded: activation is a separate step.
    `CREATE TRIGGER users_start_inactive BEFORE INSERT ON users WHEN NEW.isActive = 1 BEGIN SELECT RAISE(ABORT, 'nobody is born active'); END`,
    `CREATE TRIGGER users_refuse_own_manager BEFORE UPDATE OF manager ON users WHEN NEW.manager = NEW.id BEGIN SELECT RAISE(ABORT, 'nobody is their own manager'); END`,
    // One-time codes. `account`: hash of the typed address. `user`: empty if no user has that address. `at`: Unix
    // seconds.
    'CREATE TABLE one_time_codes (id TEXT PRIMARY KEY, account TEXT NOT NULL, user TEXT NOT NULL, address TEXT NOT NULL, at INTEGER NOT NULL, attempts INTEGER NOT NULL)',
    'CREATE INDEX one_time_codes_account ON one_time_codes (account, at)',
    'CREATE INDEX one_time_codes_at ON one_time_codes (at)',
    // Failed sign-ins. `at`: Unix seconds. `compared`: 0 while the password is being compared.
    'CREATE TABLE failed_sign_ins (id INTEGER PRIMARY KEY, account TEXT NOT NULL, address TEXT NOT NULL, at INTEGER NOT NULL, compared INTEGER NOT NULL)',
    'CREATE INDEX failed_sign_ins_account ON failed_sign_ins (account, at)',
    'CREATE INDEX failed_sign_ins_address ON failed_sign_ins (address, at)',
    'CREATE INDEX failed_sign_ins_at ON failed_sign_ins (at)',
  )
})
