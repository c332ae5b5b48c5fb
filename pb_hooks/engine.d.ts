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
  /** Configures the kinds of calls, and returns the middleware of each: calls wait for a slot before they take a virtual machine (`engine/admission`). */
  admitByKind<Kind extends string>(config: AdmissionConfig<Kind>): Record<Kind, Middleware>
  /** Returns the middleware of PocketBase's own routes: the kind of each by its pattern. A collection's name instead of `{collection}` takes precedence. */
  admitByPattern(kinds: Record<string, string>): Middleware
  /** Releases the slot of a call before its handler ends. */
  releaseSlot(e: core.RequestEvent): void
  /** Counts calls by kind, and those refused with 503 since the start. `waiting` counts the calls that wait. */
  getSlotUsage(): { inUse: Record<string, number>; limit: Record<string, number>; refused: number }
  /**
   * Continues a subscription with topics of the user's own records for the collections in `own`, and reports changes that have just happened in those in
   * `reported` (`engine/realtime`).
   */
  replaceOwnTopics(e: core.RealtimeSubscribeRequestEvent, own: string[], reported: string[]): void
  /** Subscribes the connections of a record's owner until `unsubscribeOwner`. */
  subscribeOwner(collection: string, owner: string): void
  unsubscribeOwner(collection: string, owner: string): void
  /** Sends the open pages of users a message without content; they load the records again. */
  notifyUsers(collection: string, users: string[]): void
  /** Runs a job of `main.pb.ts` after `delay` ms, unless an earlier run is planned; never twice at the same time (`engine/work`). */
  wake(job: import('./requests/undo/due-jobs.ts').WokenJob, delay: number): void
  /** Returns the time step of RFC 6238 whose code is `code`, or 0 if it is no code of `secret` (Base32) now (`engine/totp`). */
  findTotpStep(secret: string, code: string): number
  /** Makes an HTTP call with a timeout, a limit of the response and without redirects (`engine/outbound`). Never throws. */
  fetch(call: EngineCall): EngineAnswer
  /**
   * Passes a mail to an SMTP server; throws if the server does not accept it in time (`engine/mail`). `beforeEnd` runs when only the end of the
   * mail is missing; the server delivers nothing if it throws.
   */
  sendMail(server: MailServer, message: MailMessage, beforeEnd?: () => void): void
  /** Returns the source of a mail (RFC 5322) that was written at time `at` in ms. */
  formatMail(message: MailMessage, at: number): string
  /** Makes backups while the server works (`engine/backup`); wakes the job `backups` at the end of each. */
  backups: {
    /** Returns false if a backup is reserved until `release`. */
    reserve(): boolean
    start(job: BackupJob): void
    progress(): import('../src/domain/backups/backup.ts').BackupProgress | null
    /** Result of the backup that has ended, or null. */
    result(): EngineBackup | null
    release(): void
    /** Throws if the storage does not delete the backup. */
    delete(name: string): void
    /** Returns a text that is stored beside the backups; empty if there is none. Throws if the storage fails. */
    readText(name: string): string
    writeText(name: string, text: string): void
    /** Deletes what an interrupted backup left on the disk. */
    cleanUp(): void
  }
  /** Files of records by path (`collection/record/name`), on disk or S3 (`engine/storage`). Throws `StorageError` if S3 fails. */
  files: {
    /** Returns the first `maxBytes` bytes, or all; null if the file does not exist. */
    read(path: string, maxBytes?: number): number[] | null
    open(path: string): EngineFile | null
    /** Writes a file; `type` overrides the media type detected from the content. */
    write(path: string, file: filesystem.File, type?: string): void
    /** Returns false if the source does not exist. */
    copy(from: string, to: string): boolean
    remove(path: string): void
    /** Flushes written files to disk, so that they survive a power loss. */
    settle(paths: string[]): void
    health(): '' | 'good' | 'away'
    /** Returns whether S3 responds. If it did not and its backoff has ended, makes a test call. */
    isAvailable(): boolean
    /** Writes and reads a file. */
    probe(): void
  }
  /** Seals documents with the certificate of the organisation (`engine/seal`). The private key stays in the engine. */
  seals: {
    /** Loads the certificate of the environment; with `SEAL_URL` its service is called later. Throws a `SealFault` as message. */
    configure(): void
    /** Certificate of the seals; null if there is none, or the service of `SEAL_URL` does not give it. */
    certificate(): SealCertificate | null
    /** Returns whether `ENCRYPTION_KEY` can encrypt keys. */
    canStore(): boolean
    /** Makes a key of RSA and returns it encrypted. This and the following functions throw a `SealFault` as message. */
    newKey(): string
    /** Returns the request (PKCS #10, PEM) for the certificate of an encrypted key. */
    request(key: string, holder: string, id: string, country: string): string
    /** Makes a certificate of an encrypted key that the key itself signs. */
    makeOwn(key: string, holder: string, id: string, country: string): StoredSeal
    /** Reads an uploaded file in Base64: a P12, or certificates and their key (PEM). If the file has no key, the encrypted one is used. */
    import(file: string, password: string, key: string): StoredSeal
    /** Seals with a stored certificate from now on; with none if `certificates` is ''. */
    use(certificates: string, key: string): void
    /** Certificate with which documents are sealed now, also if it is removed before `begin`; null if there is none. */
    current(): {
      /** '' if the service of `SEAL_URL` does not give the certificate; then `begin` reports the error. */
      holder: string
      /** Starts to seal a PDF of the built-in writer while the hook continues. */
      begin(pdf: string): { wait(): SealResult }
    } | null
  }
  /** Restores a backup into an empty directory; the answer has its manifest, or a code and a description of the failure. */
  restore(restore: { file: string; folder: string; product: string; newest: string; prepare: string }): {
    code: '' | 'full' | 'missing' | 'foreign' | 'newer' | 'space' | 'broken'
    where: string
    manifest: string
  }
}

/** Reason why a certificate cannot seal: the end of an error code, `seal.<SealFault>`. */
type SealFault = 'files' | 'mismatch' | 'password' | 'usage' | 'expired' | 'early' | 'secret' | 'remote' | 'unavailable'

interface SealCertificate {
  holder: string
  issuer: string
  /** SHA-256 hash in hexadecimal. */
  fingerprint: string
  /** First and last moment of its validity, in ISO 8601. */
  from: string
  until: string
  isSelfMade: boolean
}

interface StoredSeal {
  /** Private key, encrypted with `ENCRYPTION_KEY`. */
  key: string
  /** PEM. */
  certificates: string
}

interface SealResult {
  /** '' if the document is sealed. */
  code: '' | 'failed' | SealFault
  /** Description of an error for the log, also of a missing timestamp. */
  message: string
  pdf: string
  holder: string
  fingerprint: string
  /** Time of the timestamp; '' if there is none. */
  stampedAt: string
  /** True if the timestamp service did not give a timestamp. */
  lacksTimestamp: boolean
}

/** Open file; a Go reader. */
interface EngineFile extends io.Reader {
  /** Responds with the file, or the range that is asked for. */
  serve(response: http.ResponseWriter, request: http.Request): void
  close(): void
}

/** `value` of an error that `engine.files` throws. */
interface StorageError {
  message: string
  /** True if the call may succeed later. */
  isUnavailable: boolean
  /** Reason of a service that refuses the account, the bucket or the call; empty if it did not respond. */
  code: string
}

interface BackupJob {
  id: string
  name: string
  /** Query for the manifest; the engine binds `{:entries}`, `{:files}` and `{:lost}`. */
  manifest: string
  /** Pattern of backup names: the engine deletes all but the last `keep` of them. */
  pattern: string
  keep: number
  seconds: number
}

interface EngineBackup {
  job: BackupJob
  code: '' | 'space' | 'integrity' | 'broken' | 'store' | 'timeout' | 'failed'
  /** Description of the error for the log. */
  cause: string
  size: number
  manifest: string
  archives: { name: string; size: number }[]
}

type Middleware = ReturnType<typeof $apis.bodyLimit>

interface AdmissionConfig<Kind extends string> {
  kinds: Record<Kind, SlotKind>
  refusals: Record<'busy' | 'storage' | 'unknown' | 'session' | 'inactive' | 'key', { status: number; body: string }>
  /** Collection of the users, and its field that is true if a user may make calls. */
  users: string
  active: string
  /** Prefix of API keys, which are used at another address. */
  keyPrefix: string
}

/** Limits of a kind of calls. An owner is a user, or the network of an anonymous client. */
interface SlotKind {
  /** Calls that run; of one owner if fewer. */
  atOnce: number
  ownerAtOnce?: number
  /** Calls of one owner that run or wait; the others are refused. */
  perOwner?: number
  /** Calls that wait, and for how many seconds; none by default. */
  waiting?: number
  seconds?: number
  /** Calls that leave their slot to others, because they run longer than two seconds; a quarter of them of one owner. None by default. */
  slow?: number
  /** Timeout for sending the response; PocketBase's is five minutes. */
  sendSeconds?: number
  /** Counts users by their network too. */
  byNetwork?: boolean
  /** Takes bodies of anonymous clients. Other kinds refuse anonymous clients, except GET. */
  open?: boolean
  /** The handler changes the request, and the server answers it without a slot of this kind. */
  forwards?: boolean
}

interface EngineCall {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string
  /** Sent as `multipart/form-data` (RFC 7578) instead of `body`. */
  form?: { fields: Record<string, string>; field: string; name: string; type: string; content: string }
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
  files: MailFile[]
}

interface MailFile {
  name: string
  /** Media type. */
  type: string
  bytes: number[]
}
