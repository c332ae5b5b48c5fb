const paragraph = 'margin:0 0 16px;font-size:16px;line-height:24px'
const digits = 'margin:24px 0;font-size:36px;line-height:44px;letter-spacing:8px;font-weight:bold'
const button =
  'display:inline-block;padding:0 24px;line-height:44px;border-radius:8px;background:#0b5b44;color:#ffffff;font-weight:bold;text-decoration:none'

const code = `<p style="${paragraph}">Hola, {RECORD:name}:</p>
<p style="${paragraph}">Este es su código para {APP_NAME}. Vence en 10 minutos.</p>
<p style="${digits}">{OTP}</p>
<p style="${paragraph}">Si usted no lo pidió, no haga caso de este correo. No comparta el código con nadie.</p>`

const recovery = `<p style="${paragraph}">Hola, {RECORD:name}:</p>
<p style="${paragraph}">Alguien pidió cambiar la contraseña de su cuenta de {APP_NAME}. Si fue usted, elija una nueva:</p>
<p style="${paragraph}"><a href="{APP_URL}/auth/recover/{TOKEN}" style="${button}">Elegir contraseña</a></p>
<p style="${paragraph}">El enlace vence en 30 minutos. Si usted no lo pidió, no haga caso de este correo: su contraseña sigue igual.</p>`

migrate((app) => {
  const users = app.findCollectionByNameOrId('users')
  users.otp.emailTemplate.subject = '{OTP} es su código de {APP_NAME}'
  users.otp.emailTemplate.body = code
  users.resetPasswordTemplate.subject = 'Cambie su contraseña de {APP_NAME}'
  users.resetPasswordTemplate.body = recovery
  users.passwordResetToken.duration = 1800
  app.save(users)
})
