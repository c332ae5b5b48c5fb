/** A letter of our own; `html` is its body between greeting and signature. */
export interface Letter {
  to: string
  subject: string
  html: string
}

const button =
  'display:inline-block;padding:0 24px;line-height:44px;border-radius:8px;background:#0b5b44;color:#ffffff;font-weight:bold;text-decoration:none'

export function activationLetter(app: CoreApp, person: core.Record): Letter {
  const { appName, appURL } = app.settings().meta
  return {
    to: person.email(),
    subject: `Su cuenta de ${appName} está activa`,
    html: page(
      person,
      `<p>Un administrador activó su cuenta. Ya puede entrar con su correo y su contraseña.</p>
       ${link(`${appURL}/auth/login`, 'Entrar')}`,
    ),
  }
}

/** `token` lets the person choose the first password, for seven days. */
export function invitationLetter(app: CoreApp, person: core.Record, token: string): Letter {
  const { appName, appURL } = app.settings().meta
  return {
    to: person.email(),
    subject: `Le invitaron a ${appName}`,
    html: page(
      person,
      `<p>Un administrador creó una cuenta para usted en ${escaped(appName)}. Elija su contraseña para entrar.</p>
       ${link(`${appURL}/auth/recover/${token}`, 'Elegir contraseña')}
       <p>El enlace sirve una sola vez y vence en siete días.</p>`,
    ),
  }
}

/** Tells an administrator that somebody confirmed the e-mail and waits. */
export function waitingLetter(app: CoreApp, administrator: core.Record, person: core.Record): Letter {
  const { appURL } = app.settings().meta
  return {
    to: administrator.email(),
    subject: `${person.getString('name')} espera la activación de su cuenta`,
    html: page(
      administrator,
      `<p><strong>${escaped(person.getString('name'))}</strong> (${escaped(person.email())}) se registró y confirmó su correo.</p>
       ${link(`${appURL}/app/user-managment/`, 'Ver usuarios')}`,
    ),
  }
}

export function page(reader: core.Record, body: string): string {
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;color:#1b1f27;font:16px/24px system-ui,sans-serif">
<p>Hola, ${escaped(reader.getString('name'))}:</p>
${body}
</body></html>`
}

export function link(address: string, text: string): string {
  return `<p><a href="${escaped(address)}" style="${button}">${text}</a></p>`
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
