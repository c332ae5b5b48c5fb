import { pageAddress } from './address.ts'
import { logError } from './log.ts'
import type { Bucket } from './s3.ts'

/** Address of the Gotenberg 8 that makes the documents; empty if the server makes them itself. */
export function documentBackend(): string {
  return $os.getenv('DOCUMENT_BACKEND_URL')
}

/** Seconds for which who decided by a screen may take it back; 0 where it stands at once. */
export function undoSeconds(): number {
  const said = $os.getenv('UNDO_SECONDS')
  return said === '' ? 10 : Math.max(0, Math.min(60, Math.floor(Number(said)) || 0))
}

/** Nobody would see what is left unmade or unkept where the environment is not understood: the server says so and does not start. */
export function refuseUnclearEnvironment() {
  const fault = turnFault() || storageFault()
  if (!fault) return
  logError(fault)
  $os.exit(1)
}

/** A bucket without the rest. */
function storageFault(): string {
  const bucket = ['S3_BUCKET', 'S3_BACKUP_BUCKET'].find((name) => setting(name))
  const missing = ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'].filter((name) => !setting(name))
  const [last = '', ...others] = missing.reverse()
  const list = others.length ? `faltan ${others.reverse().join(', ')} y ${last}` : `falta ${last}`
  return bucket && last ? `${bucket} nombra un almacén S3, y ${list}.` : ''
}

/** The standby (`engine/standby`) names the owner of its lease to the server that it starts. */
function turnFault(): string {
  return setting('S3_REPLICA_BUCKET') && !setting('FORMATOS_TURN')
    ? 'S3_REPLICA_BUCKET está puesta, y este servidor no sigue la base de datos: use la imagen con relevo, o quite la variable.'
    : ''
}

const applied = 'environmentApplied'
const setting = (name: string) => $os.getenv(name)

/** Before serving: mail server, addresses and proxy come from the environment at each start, so no copy is stored. */
export function applyEnvironment(app: CoreApp) {
  app.store().set(applied, true)
  apply(app.settings())
}

/** Settings read anew while the server runs lose what the environment said. */
export function applyEnvironmentAgain(e: core.SettingsReloadEvent) {
  e.next()
  if (e.app.store().has(applied)) apply(e.app.settings())
}

/** An operator's change saves the settings as they are in memory: the secrets of the environment stay out. */
export function storeNoPassword(e: core.SettingsUpdateRequestEvent) {
  if (e.newSettings) {
    e.newSettings.smtp.password = ''
    // Without its secret PocketBase takes no S3 for configured.
    for (const s3 of [e.newSettings.s3, e.newSettings.backups.s3]) {
      s3.enabled = false
      s3.secret = ''
    }
  }
  return e.next()
}

function apply(settings: core.Settings) {
  const address = pageAddress(setting)
  const sender = senderOf(setting('MAIL_FROM') || `no-responder@${mailHost(address)}`)
  settings.meta.appURL = address
  settings.meta.senderAddress = sender.address
  settings.meta.senderName = sender.name || settings.meta.appName
  settings.smtp.enabled = setting('SMTP_HOST') !== ''
  settings.smtp.host = setting('SMTP_HOST')
  settings.smtp.port = Number(setting('SMTP_PORT')) || 587
  settings.smtp.username = setting('SMTP_USERNAME')
  settings.smtp.password = setting('SMTP_PASSWORD')
  // Otherwise the connection is made safe by STARTTLS, where the mail server offers it.
  settings.smtp.tls = isYes(setting('SMTP_TLS')) || (setting('SMTP_TLS') === '' && settings.smtp.port === 465)
  applyS3(settings.s3, 'S3_BUCKET')
  applyS3(settings.backups.s3, 'S3_BACKUP_BUCKET')
  // The rightmost entry is the proxy's own; without a proxy the header would let anyone evade the limits.
  const header = setting('TRUSTED_PROXY_HEADER')
  settings.trustedProxy.headers = header ? [header] : []
  settings.trustedProxy.useLeftmostIP = false
}

function applyS3(s3: core.S3Config, name: string) {
  s3.enabled = setting(name) !== ''
  Object.assign(s3, bucketNamed(name))
}

/** One account may have several buckets: each is used for what it is named for. */
const bucketNamed = (name: string): Bucket => ({
  bucket: setting(name),
  region: setting('S3_REGION') || 'us-east-1',
  endpoint: setting('S3_ENDPOINT'),
  accessKey: setting('S3_ACCESS_KEY'),
  secret: setting('S3_SECRET_KEY'),
  forcePathStyle: setting('S3_PATH_STYLE') === '' || isYes(setting('S3_PATH_STYLE')),
})

/** Whether other programs may be told that live in a private network, or on this machine. */
export const allowsPrivateWebhooks = (): boolean => isYes(setting('WEBHOOK_PRIVATE'))

function isYes(text: string): boolean {
  return /^(1|true|yes|si|sí|on)$/i.test(text)
}

/** `Nombre <correo@ejemplo.com>` or the bare address. */
function senderOf(text: string): { name: string; address: string } {
  const [, name, address] = text.match(/^\s*"?([^"<]*?)"?\s*<([^>]+)>\s*$/) ?? []
  return address ? { name: name ?? '', address } : { name: '', address: text.trim() }
}

function mailHost(address: string): string {
  const host = address.replace(/^https?:\/\//, '').replace(/[:/].*$/, '')
  return /^[\w-]+(\.[\w-]+)*\.[a-z]{2,}$/i.test(host) ? host : 'localhost.localdomain'
}
