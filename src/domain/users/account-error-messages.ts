/** Error messages of accounts and sign-ins that only the server needs, by code. It sends code and message, so no page loads them. */
export const accountErrorMessages = {
  'signIn.code': 'La contraseña ya se comprobó. Escriba el código de su correo.',
  'signIn.expired': 'El ingreso venció. Empiece de nuevo.',
  'sso.email': 'El proveedor no confirma su correo. Hable con el administrador.',
  'sso.link': 'Ya hay una cuenta con ese correo. Ingrese con su contraseña y vincúlela en Mi perfil.',
  'sso.other': 'Su cuenta ya está vinculada a otra de este proveedor. Desvincúlela primero en Mi perfil.',
  'sso.taken': 'Esa cuenta ya está vinculada a otra persona.',
  'sso.unverified': 'Confirme su correo antes de vincular una cuenta.',
  'sso.pending': 'Su cuenta espera que un administrador la active. Se lo avisaremos por correo.',
  'sso.only': 'Ingrese con el botón de su organización. La contraseña es solo para administradores.',
  'payroll.changed': 'Algo cambió mientras usted revisaba. Vuelva a las filas y revise los cambios otra vez.',
  'payroll.running': 'Hay una importación sin terminar. Termínela o deshágala antes de empezar otra.',
  'payroll.tooMany': 'Una nómina lleva hasta 10.000 personas.',
  'payroll.count': 'Escriba cuántas personas salen.',
  'user.dataLimit': 'Ya descargó sus datos cinco veces en 24 horas. Inténtelo mañana.',
  'user.inUse':
    'La cuenta no se puede borrar: tiene solicitudes o claves, decidió algo, o figura en un grupo, un formato o un reemplazo. Puede desactivarla.',
  'user.notInvited': 'La persona ya eligió su contraseña. Si la olvidó, puede recuperarla al iniciar sesión.',
  'user.notActive': 'La cuenta está desactivada. Actívela antes de invitar otra vez.',
} as const
