import { getSettingsRecord } from '../lib/settings.ts'
import { escapeHtml, preventAutoLinks, renderMailButton, renderMailHtml } from './mail-html.ts'

export interface Mail {
  to: string
  subject: string
  html: string
}

/** Mail with a greeting. `to`: address, if it is not that of the reader's account. */
export function createMail(reader: core.Record, subject: string, body: string, to = reader.email()): Mail {
  return { to, subject, html: renderMailHtml(formatName(reader), body) }
}

/** Adds the organisation and the application below a mail; called when it is sent. */
export function addSignature(app: CoreApp, html: string): string {
  const names = [getOrganisationName(app), app.settings().meta.appName].filter(Boolean).map(escapeHtml)
  return html.replace('</body>', () => `<p style="color:#5b6472">${names.join(' · ')}</p>\n</body>`)
}

const getOrganisationName = (app: CoreApp) => preventAutoLinks(getSettingsRecord(app).getString('organisationName'))

/** Returns the name of the organisation, or else of the application. */
export const getSenderName = (app: CoreApp) => getOrganisationName(app) || app.settings().meta.appName

/** Returns the acting administrator with the organisation: `<strong>Amparo Núñez</strong>, de Acme,`. A superuser has no name. */
function formatActor(app: CoreApp, actor: core.Record | undefined): string {
  const name = actor && !actor.isSuperuser() ? `<strong>${escapeHtml(formatName(actor))}</strong>` : 'Un administrador'
  const organisation = getOrganisationName(app)
  return organisation ? `${name}, de ${escapeHtml(organisation)},` : name
}

export function buildActivationMail(app: CoreApp, user: core.Record, actor: core.Record | undefined): Mail {
  const { appName, appURL } = app.settings().meta
  return createMail(
    user,
    `Su cuenta de ${appName} está activa`,
    `<p>${formatActor(app, actor)} activó su cuenta. Ya puede ingresar con su correo y su contraseña.</p>
     ${renderMailButton(`${appURL}/auth/login`, 'Ingresar')}`,
  )
}

/** Mail to a user whose registration was rejected. */
export function buildRejectionMail(
  app: CoreApp,
  user: core.Record,
  actor: core.Record | undefined,
  reason: string,
): Mail {
  const { appName } = app.settings().meta
  return createMail(
    user,
    `Su registro en ${appName} no se aceptó`,
    `<p>${formatActor(app, actor)} rechazó su registro en ${escapeHtml(appName)}.</p>
     <p>Motivo: ${escapeHtml(reason).replace(/\n/g, '<br>')}</p>`,
  )
}

/** Mail to a new user. `token` is valid for seven days and sets the first password. */
export function buildInvitationMail(app: CoreApp, user: core.Record, actor: core.Record, token: string): Mail {
  const { appName, appURL } = app.settings().meta
  const organisation = getOrganisationName(app)
  return createMail(
    user,
    organisation ? `${organisation} le invita a ${appName}` : `Le invitaron a ${appName}`,
    `<p>${formatActor(app, actor)} creó una cuenta para usted en ${escapeHtml(appName)}. Elija su contraseña para ingresar.</p>
     ${renderMailButton(`${appURL}/auth/recover/${token}`, 'Elegir contraseña')}
     <p>El enlace sirve una sola vez y vence en siete días.</p>`,
  )
}

/** Mail to the new address of an account. `token` confirms the address for seven days, together with the password. */
export function buildAddressConfirmationMail(
  app: CoreApp,
  user: core.Record,
  actor: core.Record,
  email: string,
  token: string,
): Mail {
  const { appName, appURL } = app.settings().meta
  return createMail(
    user,
    `Confirme su correo nuevo de ${appName}`,
    `<p>${formatActor(app, actor)} pidió usar esta dirección como correo de su cuenta de ${escapeHtml(appName)}. Confírmela con su contraseña:</p>
     ${renderMailButton(`${appURL}/auth/email/${token}`, 'Confirmar el correo')}
     <p>El enlace vence en siete días. Si usted no tiene una cuenta, ignore este correo.</p>`,
    email,
  )
}

/** Mail to the current address that announces a pending change to another one. */
export function buildEmailChangeMail(app: CoreApp, user: core.Record, actor: core.Record, email: string): Mail {
  const { appName } = app.settings().meta
  return createMail(
    user,
    `Pidieron cambiar el correo de su cuenta de ${appName}`,
    `<p>${formatActor(app, actor)} pidió cambiar el correo de su cuenta a <strong>${escapeHtml(preventAutoLinks(email))}</strong>. A esa dirección enviamos un enlace para confirmarlo.</p>
     <p>Mientras tanto, siga ingresando con este correo. Si no esperaba el cambio, avise a un administrador.</p>`,
  )
}

/** Mail to the former address, sent once the new one is confirmed. */
export function buildEmailChangedMail(app: CoreApp, user: core.Record, email: string): Mail {
  const { appName } = app.settings().meta
  return createMail(
    user,
    `Cambió el correo de su cuenta de ${appName}`,
    `<p>El correo de su cuenta es ahora <strong>${escapeHtml(preventAutoLinks(email))}</strong>. Esta dirección ya no sirve para ingresar.</p>
     <p>Si usted no lo confirmó, avise enseguida a un administrador.</p>`,
  )
}

/** Mail about a linked account of a provider, which can sign in to the user's account. */
export function buildLinkedAccountMail(app: CoreApp, user: core.Record, provider: string): Mail {
  const { appName } = app.settings().meta
  return createMail(
    user,
    `Se vinculó una cuenta a la suya de ${appName}`,
    `<p>Ya puede ingresar con su cuenta de <strong>${escapeHtml(provider)}</strong>.</p>
     <p>Si usted no la vinculó, desvincúlela en Mi perfil y avise enseguida a un administrador.</p>`,
  )
}

/** Mail about a second factor that an administrator has removed. */
export function buildSecondFactorResetMail(app: CoreApp, user: core.Record, actor: core.Record): Mail {
  const done = `${formatActor(app, actor)} quitó el código que su cuenta pedía al ingresar y cerró sus sesiones.`
  const next = 'Ingrese de nuevo y actívelo otra vez en <strong>Mi perfil</strong>.'
  return createSignInMail(app, user, 'Quitaron el código al ingresar de su cuenta de', `${done} ${next}`)
}

/** Mail about accounts of providers that an administrator has unlinked. */
export function buildUnlinkedAccountsMail(
  app: CoreApp,
  user: core.Record,
  actor: core.Record,
  providers: string[],
): Mail {
  const unlinked = escapeHtml(providers.join(' y de '))
  const done = `${formatActor(app, actor)} desvinculó su cuenta de ${unlinked} y cerró sus sesiones.`
  return createSignInMail(app, user, 'Desvincularon una cuenta de la suya de', `${done} Ya no puede ingresar con ella.`)
}

/** Mail about an app of codes that too many wrong codes have stopped. */
export function buildTotpStoppedMail(app: CoreApp, user: core.Record): Mail {
  const done = 'Después de su contraseña se escribieron 100 códigos equivocados, y su aplicación de códigos se detuvo.'
  const next =
    'Ingrese con un código de recuperación, que la activa otra vez, o pida a un administrador que quite el código.'
  return createSignInMail(app, user, 'Se detuvo la aplicación de códigos de su cuenta de', `${done} ${next}`)
}

/** Mail about a change of the ways in which a user signs in. `subject` ends before the name of the installation. */
function createSignInMail(app: CoreApp, user: core.Record, subject: string, html: string): Mail {
  const { appName, appURL } = app.settings().meta
  return createMail(
    user,
    `${subject} ${appName}`,
    `<p>${html}</p>
     ${renderMailButton(`${appURL}/auth/login`, 'Ingresar')}
     <p>Si no fue usted ni lo pidió, cambie su contraseña y avise a un administrador.</p>`,
  )
}

const codeStyle = 'margin:24px 0;font-size:36px;line-height:44px;letter-spacing:8px;font-weight:bold'

/** Returns the text of a mail with a one-time code, shown large on its own line. */
const renderCode = (code: string, use: string) => `<p>Este es su código ${use}. Vence en 10 minutos.</p>
     <p style="${codeStyle}">${code}</p>
     <p>Si usted no lo pidió, ignore este correo. No comparta el código con nadie.</p>`

/** Mail with a one-time code. */
export function buildOneTimeCodeMail(app: CoreApp, user: core.Record, code: string): Mail {
  const { appName } = app.settings().meta
  return createMail(user, `${code} es su código de ${appName}`, renderCode(code, `para ${escapeHtml(appName)}`))
}

/** Mail with the code of a guest. */
export const buildGuestCodeMail = (app: CoreApp, guest: core.Record, code: string) =>
  createGuestCodeMail(app, guest, code, ['para abrir el documento', 'para abrir lo que le envió'])

/** Mail with the code of a person who asks without an account. */
export const buildExternalCodeMail = (app: CoreApp, guest: core.Record, code: string) =>
  createGuestCodeMail(app, guest, code, ['para hacer una solicitud', 'para hacer una solicitud a'])

/** Greets without the name of the guest, because other people wrote it. */
const createGuestCodeMail = (
  app: CoreApp,
  guest: core.Record,
  code: string,
  [subject, use]: [string, string],
): Mail => ({
  to: guest.email(),
  subject: `${code} es su código ${subject}`,
  html: renderMailHtml('', renderCode(code, `${use} ${escapeHtml(getSenderName(app))}`)),
})

/** Mail for a forgotten password. `token` is valid for half an hour and sets a new one. */
export function buildRecoveryMail(app: CoreApp, user: core.Record, token: string): Mail {
  const { appName, appURL } = app.settings().meta
  return createMail(
    user,
    `Cambie su contraseña de ${appName}`,
    `<p>Alguien pidió cambiar la contraseña de su cuenta de ${escapeHtml(appName)}. Si fue usted, elija una nueva:</p>
     ${renderMailButton(`${appURL}/auth/recover/${token}`, 'Elegir contraseña')}
     <p>El enlace vence en 30 minutos. Si usted no lo pidió, ignore este correo: su contraseña sigue igual.</p>`,
  )
}

/** Mail to an administrator: a user has confirmed the email address and waits for activation. */
export function buildRegistrationMail(app: CoreApp, administrator: core.Record, user: core.Record): Mail {
  const { appURL } = app.settings().meta
  return createMail(
    administrator,
    `${formatName(user)} espera la activación de su cuenta`,
    `<p><strong>${escapeHtml(formatName(user))}</strong> (${escapeHtml(user.email())}) se registró y confirmó su correo.</p>
     ${renderMailButton(`${appURL}/app/user-managment/`, 'Ver usuarios')}`,
  )
}

export function buildFailedBackupMail(app: CoreApp, administrator: core.Record, cause: string): Mail {
  const { appName, appURL } = app.settings().meta
  return createMail(
    administrator,
    `Falló la copia de seguridad de ${appName}`,
    `<p>${escapeHtml(cause)}</p><p>Las copias anteriores no cambiaron. Se intentará otra vez en una hora.</p>
     ${renderMailButton(`${appURL}/app/settings/backups`, 'Ver las copias')}`,
  )
}

/** Mail to an administrator: a webhook failed for days and was paused. */
export function buildPausedWebhookMail(app: CoreApp, administrator: core.Record, url: string): Mail {
  const { appName, appURL } = app.settings().meta
  return createMail(
    administrator,
    `Se pausó un webhook de ${appName}`,
    `<p>La dirección <strong>${escapeHtml(preventAutoLinks(url))}</strong> lleva tres días sin recibir avisos. El webhook quedó en pausa.</p>
     <p>Los avisos pendientes están guardados. Cuando la dirección responda, reanude el webhook.</p>
     ${renderMailButton(`${appURL}/app/settings/webhooks`, 'Ver los webhooks')}`,
  )
}

/** Mail that an administrator sends to themselves to test the mail server. */
export function buildTestMail(app: CoreApp, administrator: core.Record): Mail {
  const { appName } = app.settings().meta
  return createMail(
    administrator,
    `Prueba de correo de ${appName}`,
    `<p>Este es el correo de prueba que pidió desde ${escapeHtml(appName)}. Si lo lee, los códigos, las invitaciones y los avisos también llegan.</p>`,
  )
}

/** Returns the user's name in a form that no mail program turns into a link, because anonymous clients choose it. */
const formatName = (user: core.Record) => preventAutoLinks(user.getString('name'))
