/** Error messages for API clients. They appear in no page of the application. */
export const apiKeyErrorMessages = {
  'key.invalid':
    'La clave no existe, venció o fue revocada, o su cuenta ya no puede usarla. Pida otra a un administrador (Ajustes › Claves).',
  'key.scope': 'Esta clave no permite esta llamada. Las que permite cada alcance están en /api/app/openapi.json.',
  'key.query':
    'Con una clave solo se consultan los datos de un registro, su formato y su lote. Quite lo demás de filter, sort o expand.',
  'key.path': 'Las claves se usan en la dirección /key/api/…, y no en /api/….',
  'key.attempts': 'Hubo demasiados intentos con claves inexistentes. Espere un momento.',
} as const
