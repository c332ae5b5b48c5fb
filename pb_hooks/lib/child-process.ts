/** Subset of Go's `exec.Cmd`. */
interface GoCommand {
  stdoutPipe(): { setReadDeadline(until: unknown): void }
  start(): void
  wait(): void
  process: { kill(): void }
}

/**
 * Runs a command of this program as a child process to its end, with a timeout in seconds, and returns the last line of its output ('' if empty);
 * undefined after the timeout. `folder` is the data directory of its engine and must not be shared.
 */
export function runChildProcess(words: string[], folder: string, seconds: number): string | undefined {
  const flags = [`--dir=${folder}`, `--hooksDir=${__hooks}`, '--hooksPool=1']
  const running = $os.cmd($os.args[0] ?? '', ...words, ...flags) as unknown as GoCommand
  const answer = running.stdoutPipe()
  running.start()
  try {
    answer.setReadDeadline(new DateTime(new Date(Date.now() + seconds * 1000).toISOString().replace('T', ' ')).time())
    const line = toString(answer).trim().split('\n').at(-1) ?? ''
    // PocketBase may write a timestamp before the output.
    return line.replace(/^\d{4}\/\d\d\/\d\d [\d:]+ /, '')
  } catch {
    return undefined
  } finally {
    running.process.kill()
    try {
      running.wait()
    } catch {
      // Ignores the exit status, because the result was read from the output.
    }
  }
}
