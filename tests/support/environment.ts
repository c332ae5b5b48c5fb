/** Host name by which containers reach servers of a test on this machine (they listen on 0.0.0.0). */
export const thisMachine = 'pruebas.test'

/** Administrator that the environment of each test server creates. */
export const firstAdmin = { email: 'admin@ejemplo.test', password: 'clave-segura-1' }

/** Superuser of a test; see `aSuperuser`. */
export const operator = { email: 'operador@ejemplo.test', password: 'clave-del-operador' }
