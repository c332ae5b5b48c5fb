/** Messages of errors that any call or sign-in can cause, by code. Clients show them without loading the other messages, for example while offline. */
export const commonErrorMessages = {
  'request.values': 'Hay datos por corregir.',
  'session.ended': 'La sesión terminó. Inicie sesión de nuevo.',
  'user.inactive': 'El usuario no esta activo comuniquese con el administrador',
  'user.credentials': 'El correo o la contraseña no son correctos.',
  forbidden: 'No tiene permiso para hacer esto.',
  notFound: 'No existe o ya no está disponible.',
  tooLarge: 'Es demasiado grande para enviarlo. Reduzca su tamaño e inténtelo de nuevo.',
  unknown: 'Algo salió mal. Inténtelo de nuevo.',
  offline: 'No hay conexión con el servidor. Revise la red e inténtelo de nuevo.',
  'rate.limit': 'Demasiados intentos seguidos. Espere un minuto e inténtelo de nuevo.',
} as const satisfies Record<string, string>
