/** Work that a user leaves open if their account is deactivated. Response of `GET /api/app/users/{id}/open`. */
export interface OpenWork {
  /** Number of requests that wait for the user's decision at a stage. @description Solicitudes que esperan su decisión */
  decisions: number
  /** Names of published formats with a stage that the user decides, at most 20. @description Formatos publicados en que decide, hasta 20 */
  formats: string[]
  /** Number of own requests that are submitted or returned. @description Solicitudes suyas en curso */
  requests: number
  /** Number of API keys that use the account. @description Claves que usan la cuenta */
  keys: number
  /** Name of the user who decides for them today; empty if there is none. @description Quién decide hoy por la persona; vacío si nadie */
  substitute: string
}
