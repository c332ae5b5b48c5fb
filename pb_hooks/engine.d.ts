/** Functions of the engine for what a virtual machine cannot do (`engine/main.go`). */
declare const engine: {
  /**
   * Runs a query and returns its only value as text. `db`: connection of a transaction, which sees what the transaction has written; otherwise
   * `null`. A parameter `{:name}` gets the value of `name` (`engine/database`).
   */
  queryText(db: dbx.Builder | null, sql: string, params: Record<string, string | number>): string
  /** Returns the stored text of `key`, or that of `compute` if something was committed since. Callers that may see different rows must not share a key. */
  untilCommit(key: string, compute: () => string): string
  /** Waits up to 60 ms until no other call writes; for long work, between two chunks. */
  yieldToWriters(): void
  /** Runs a job of `main.pb.ts` after `delay` ms, unless an earlier run is planned; never twice at once (`engine/work`). */
  wake(job: import('./requests/due-jobs.ts').WokenJob, delay: number): void
  /** Makes an HTTP call with a timeout, a limit of the response and without redirects (`engine/outbound`). Never throws. */
  fetch(call: EngineCall): EngineAnswer
  /** Passes a mail to an SMTP server; throws if the server does not accept it in time (`engine/mail`). */
  sendMail(server: MailServer, message: MailMessage): void
  /** Returns the source of a mail (RFC 5322) that was written at time `at` in ms. */
  formatMail(message: MailMessage, at: number): string
}

interface EngineCall {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  url: string
  headers: Record<string, string>
  /** Text, or a Go reader of `length` bytes. */
  body?: unknown
  length?: number
  seconds: number
  /** Bytes that are read of the response; the rest is discarded. */
  maxBytes: number
  /** Refuses hosts that are not on the internet, by the address of the connection. */
  publicOnly?: boolean
}

interface EngineAnswer {
  error: '' | 'connection' | 'cut' | 'private' | 'redirect' | 'timeout'
  /** Description of the error for the log. */
  message: string
  status: number
  bytes: number[]
  header(name: string): string
}

interface MailServer {
  host: string
  port: number
  username: string
  password: string
  /** TLS from the first byte; otherwise STARTTLS if the server offers it. */
  tls: boolean
  /** `PLAIN`, `LOGIN`, or '' for what the server offers. */
  auth: string
  /** Host name of the greeting; '' for the sender's domain. */
  name: string
  seconds: number
}

interface MailMessage {
  /** Local part of the Message-ID. */
  id: string
  from: { name: string; address: string }
  to: string[]
  subject: string
  text: string
  html: string
}
