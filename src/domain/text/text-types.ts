// Types of texts with a fixed format. `string & {}` is assignable from and to `string`, but its name and tags appear in the generated OpenAPI
// document.

/**
 * Id of a record.
 * @pattern ^[a-z0-9]{15}$
 */
export type Id = string & {}

/**
 * Instant in UTC, as the database stores it.
 * @pattern ^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$
 * @description Fecha y hora en UTC: AAAA-MM-DD HH:MM:SS.mmmZ
 */
export type Timestamp = string & {}

/**
 * Day of the calendar, `YYYY-MM-DD`.
 * @pattern ^\d{4}-\d\d-\d\d$
 * @description AAAA-MM-DD
 */
export type Day = string & {}

/**
 * SHA-256 in hexadecimal.
 * @pattern ^[0-9a-f]{64}$
 * @description SHA-256 en hexadecimal
 */
export type Sha256 = string & {}
