import { logError } from './log.ts'
import { parseSender } from './mail-sender.ts'
import { findPublicUrlError, getPublicUrl } from './public-url.ts'
import { findSignInError } from './sign-in-settings.ts'

/** Returns the address of the Gotenberg 8 server that makes the documents; empty if this server makes them itself. */
export function getDocumentServiceUrl(): string {
  return $os.getenv('DOCUMENT_BACKEND_URL')
}

/** Returns how many seconds an approver can undo a decision made on screen (0–60, default 10). With 0, decisions are final immediately. */
export function getUndoSeconds(): number {
  const text = $os.getenv('UNDO_SECONDS')
  return text === '' ? 10 : Math.max(0, Math.min(60, Math.floor(Number(text)) || 0))
}

/** Stops the start with an error in the log if environment variables are invalid or contradict each other. */
export function exitOnInvalidEnvironment() {
  const fault = findStorageError() || findPublicUrlError(getSetting) || findSenderError() || findSignInError()
  if (!fault) return
  logError(fault)
  $os.exit(1)
}

/** Returns an error if a bucket is named without its endpoint and keys; otherwise ''. */
function findStorageError(): string {
  const bucket = ['S3_BUCKET', 'S3_BACKUP_BUCKET'].find((name) => getSetting(name))
  const missing = ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'].filter((name) => !getSetting(name))
  const [last = '', ...others] = missing.reverse()
  const list = others.length ? `faltan ${others.reverse().join(', ')} y ${last}` : `falta ${last}`
  return bucket && last ? `${bucket} nombra un almacén S3, pero ${list}.` : ''
}

/** Returns an error if `MAIL_FROM` names no mailbox, or more than one; otherwise ''. */
function findSenderError(): string {
  const { address } = parseSender(getSetting('MAIL_FROM'))
  return address && !/^[^\s@,;:<>()"]+@[^\s@,;:<>()"]+$/.test(address)
    ? `MAIL_FROM es «${getSetting('MAIL_FROM')}». Debe ser un remitente, como Talento Humano <formatos@ejemplo.com>.`
    : ''
}

/** Returns the variables of the environment that name the certificate of the seal, which then is the only one; '' if none is set. */
export function getSealVariables(): '' | 'SEAL_URL, SEAL_CREDENTIAL' | 'SEAL_P12' | 'SEAL_CERT, SEAL_KEY' {
  if (getSetting('SEAL_URL')) return 'SEAL_URL, SEAL_CREDENTIAL'
  if (getSetting('SEAL_P12')) return 'SEAL_P12'
  return getSetting('SEAL_CERT') || getSetting('SEAL_KEY') ? 'SEAL_CERT, SEAL_KEY' : ''
}

const appliedKey = 'environmentApplied'
const getSetting = (name: string) => $os.getenv(name)

/** Applies mail server, addresses and proxy from the environment before each start, so that the database stores no copy. */
export function applyEnvironment(app: CoreApp) {
  app.store().set(appliedKey, true)
  applySettings(app.settings())
}

/** Applies the environment again after PocketBase reloads its settings, because the reload discards it. */
export function reapplyEnvironmentSettings(e: core.SettingsReloadEvent) {
  e.next()
  if (e.app.store().has(appliedKey)) applySettings(e.app.settings())
}

/** Removes the environment's secrets from settings before an operator's change stores them. */
export function removeStoredSecrets(e: core.SettingsUpdateRequestEvent) {
  if (e.newSettings) {
    e.newSettings.smtp.password = ''
    // PocketBase requires the secret of an enabled S3, so S3 is disabled in the stored copy.
    for (const s3 of [e.newSettings.s3, e.newSettings.backups.s3]) {
      s3.enabled = false
      s3.secret = ''
    }
  }
  return e.next()
}

function applySettings(settings: core.Settings) {
  const address = getPublicUrl(getSetting)
  const sender = parseSender(getSetting('MAIL_FROM') || `no-responder@${getMailHost(address)}`)
  settings.meta.appURL = address
  settings.meta.senderAddress = sender.address
  settings.meta.senderName = sender.name || settings.meta.appName
  settings.smtp.enabled = getSetting('SMTP_HOST') !== ''
  settings.smtp.host = getSetting('SMTP_HOST')
  settings.smtp.port = Number(getSetting('SMTP_PORT')) || 587
  settings.smtp.username = getSetting('SMTP_USERNAME')
  settings.smtp.password = getSetting('SMTP_PASSWORD')
  // Enables TLS from the first byte. If it is disabled, the connection uses STARTTLS if the mail server offers it.
  settings.smtp.tls = isYes(getSetting('SMTP_TLS')) || (getSetting('SMTP_TLS') === '' && settings.smtp.port === 465)
  settings.smtp.authMethod = getSetting('SMTP_AUTH')
  settings.smtp.localName = getSetting('SMTP_HELO')
  applyS3(settings.s3, 'S3_BUCKET')
  applyS3(settings.backups.s3, 'S3_BACKUP_BUCKET')
  // Trusts only the rightmost entry of the header, which the proxy itself writes. Without a proxy, clients could forge the header and evade the
  // limits.
  const header = getSetting('TRUSTED_PROXY_HEADER')
  settings.trustedProxy.headers = header ? [header] : []
  settings.trustedProxy.useLeftmostIP = false
}

function applyS3(s3: core.S3Config, name: string) {
  s3.enabled = getSetting(name) !== ''
  Object.assign(s3, getBucket(name))
}

/** Returns the connection settings of the bucket in variable `name`. All buckets share one account. */
const getBucket = (name: string): Partial<core.S3Config> => ({
  bucket: getSetting(name),
  region: getSetting('S3_REGION') || 'us-east-1',
  endpoint: getSetting('S3_ENDPOINT'),
  accessKey: getSetting('S3_ACCESS_KEY'),
  secret: getSetting('S3_SECRET_KEY'),
  forcePathStyle: getSetting('S3_PATH_STYLE') === '' || isYes(getSetting('S3_PATH_STYLE')),
})

/** Returns whether webhooks may use addresses of a private network or of this machine. */
export const allowsPrivateWebhooks = (): boolean => isYes(getSetting('WEBHOOK_PRIVATE'))

function isYes(text: string): boolean {
  return /^(1|true|yes|si|sí|on)$/i.test(text)
}

function getMailHost(address: string): string {
  const host = address.replace(/^https?:\/\//, '').replace(/[:/].*$/, '')
  return /^[\w-]+(\.[\w-]+)*\.[a-z]{2,}$/i.test(host) ? host : 'localhost.localdomain'
}
