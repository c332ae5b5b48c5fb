/** Go's `exec.Cmd`. */
interface Process {
  stdinPipe(): { write(bytes: number[]): void; close(): void }
  stdoutPipe(): { setReadDeadline(until: unknown): void }
  start(): void
  wait(): void
  process: { pid: number; kill(): void }
}

/** A process of this program that works beside it; whoever started it ends it. */
export interface Running {
  pid: number
  /** Gives it its input, all at once. */
  write(bytes: number[]): void
  /** The last line that it prints (none: ''); undefined where it did not end in time. */
  lastLine(): string | undefined
  end(): void
}

/** Runs a command of this program in a process of its own, for so many seconds. `folder` is for the database of its engine, no other may have it. */
export function started(words: string[], folder: string, seconds: number): Running {
  const flags = [
    `--dir=${folder}`,
    `--hooksDir=${__hooks}`,
    '--hooksWatch=false',
    '--automigrate=false',
    '--hooksPool=1',
  ]
  const running = $os.cmd($os.args[0] ?? '', ...words, ...flags) as unknown as Process
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
        // It has ended, and says why.
      }
    },
    lastLine() {
      try {
        answer.setReadDeadline(until)
        const line = toString(answer).trim().split('\n').at(-1) ?? ''
        // The engine may put the time before what is printed.
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
        // What it ended with was read above.
      }
    },
  }
}

/** Runs such a command to its end, and gives its last line. */
export function lastLineOf(words: string[], folder: string, seconds: number): string | undefined {
  const running = started(words, folder, seconds)
  try {
    return running.lastLine()
  } finally {
    running.end()
  }
}
