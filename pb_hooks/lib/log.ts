/** Store key of the process's standard error. */
const stderrKey = 'standardError'

/** Opens standard error for `LOG_FORMAT=json`. `console` would add the time before each line. */
export function openLog(app: CoreApp) {
  app.store().set(stderrKey, new Command({ use: 'log' }).errOrStderr())
}

/** Writes an error to standard error; with `LOG_FORMAT=json`, as one JSON object in one line. */
export function logError(message: string, cause?: unknown) {
  if (!writeJson('error', message, cause)) console.error(...(cause === undefined ? [message] : [message, cause]))
}

/** Writes a line of information: to standard output, or with `LOG_FORMAT=json` to standard error as one JSON object. */
export function logInfo(message: string) {
  if (!writeJson('info', message)) console.log(message)
}

/** Returns false if the log is plain text, or the server has not started. */
function writeJson(level: 'error' | 'info', message: string, cause?: unknown): boolean {
  const output = $os.getenv('LOG_FORMAT') === 'json' && ($app.store().get(stderrKey) as io.Writer | null)
  if (!output) return false
  const line = { time: new Date().toISOString(), level, message, ...(cause !== undefined && { cause: String(cause) }) }
  output.write(toBytes(`${JSON.stringify(line)}\n`))
  return true
}
