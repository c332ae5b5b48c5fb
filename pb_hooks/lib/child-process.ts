/** Subset of Go's `exec.Cmd`. */
interface GoCommand {
  stdinPipe(): { write(bytes: number[]): void; close(): void }
  stdoutPipe(): { setReadDeadline(until: unknown): void }
  start(): void
  wait(): void
  process: { pid: number; kill(): void }
}

/** Child process of this program; its caller must end it. */
export interface ChildProcess {
  pid: number
  /** Writes the whole input and closes it. */
  write(bytes: number[]): void
  /** Returns the last line of the output ('' if empty); undefined after the timeout. */
  lastLine(): string | undefined
  end(): void
}

/** Starts a command of this program as a child process, with a timeout in seconds. `folder` is the data directory of its engine and must not be shared. */
export function startChildProcess(words: string[], folder: string, seconds: number): ChildProcess {
  const flags = [`--dir=${folder}`, `--hooksDir=${__hooks}`, '--hooksPool=1']
  const running = $os.cmd($os.args[0] ?? '', ...words, ...flags) as unknown as GoCommand
  const input = running.stdinPipe()
  const answer = running.stdoutPipe()
  running.start()
  const until = new DateTime(new Date(Date.now() + seconds * 1000).toISOString().replace('T', ' ')).time()
  return {
    pid: running.process.pid,
    write(bytes) {
      try {
        input.write(bytes)
        input.close()
      } catch {
        // The process has already ended; its output contains the reason.
      }
    },
    lastLine() {
      try {
        answer.setReadDeadline(until)
        const line = toString(answer).trim().split('\n').at(-1) ?? ''
        // PocketBase may write a timestamp before the output.
        return line.replace(/^\d{4}\/\d\d\/\d\d [\d:]+ /, '')
      } catch {
        return undefined
      }
    },
    end() {
      running.process.kill()
      try {
        running.wait()
      } catch {
        // Ignores the exit status, because the result was read from the output.
      }
    },
  }
}

/** Runs a command to its end and returns its last line; undefined after the timeout. */
export function runChildProcess(words: string[], folder: string, seconds: number): string | undefined {
  const running = startChildProcess(words, folder, seconds)
  try {
    return running.lastLine()
  } finally {
    running.end()
  }
}
