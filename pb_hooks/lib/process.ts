/** Go's `exec.Cmd`. */
interface Process {
  stdoutPipe(): { setReadDeadline(until: unknown): void }
  start(): void
  wait(): void
  process: { kill(): void }
}

/**
 * Runs a command of this program in a process of its own, which is ended after so many seconds, and gives the last line that it prints
 * (none: ''); undefined where it did not end in time. `folder` is for the database of its engine, no other may have it.
 */
export function lastLineOf(words: string[], folder: string, seconds: number): string | undefined {
  const flags = [
    `--dir=${folder}`,
    `--hooksDir=${__hooks}`,
    '--hooksWatch=false',
    '--automigrate=false',
    '--hooksPool=1',
  ]
  const running = $os.cmd($os.args[0] ?? '', ...words, ...flags) as unknown as Process
  const answer = running.stdoutPipe()
  running.start()
  try {
    answer.setReadDeadline(new DateTime(new Date(Date.now() + seconds * 1000).toISOString().replace('T', ' ')).time())
    const line = toString(answer).trim().split('\n').at(-1) ?? ''
    // The engine may put the time before what is printed.
    return line.replace(/^\d{4}\/\d\d\/\d\d [\d:]+ /, '')
  } catch {
    return undefined
  } finally {
    running.process.kill()
    try {
      running.wait()
    } catch {
      // What it ended with was read above.
    }
  }
}
