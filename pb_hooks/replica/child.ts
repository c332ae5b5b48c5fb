/** Go's `exec.Cmd`, as far as it is used here. */
interface Command {
  env: string[]
  stdout: unknown
  stderr: unknown
  sysProcAttr: { pdeathsig: unknown }
  processState: { exitCode(): number } | null
  stdoutPipe(): { setReadDeadline(until: unknown): void; read(into: Uint8Array): number }
  start(): void
  wait(): void
  process: { kill(): void; signal(signal: unknown): void }
}

/** SIGTERM and SIGKILL. */
const [terminate, kill] = [15, 9]

export interface Child {
  /** Passes on what it says, for so many milliseconds at most; false once it has ended. */
  hear(patience: number): boolean
  /** Asks it to end, and waits, though not for ever; what goes on meanwhile is done again and again. */
  end(meanwhile?: () => void): void
  kill(): void
  /** What it ended with: 0 where it did what it was started for. */
  code(): number
}

/** Milliseconds that a program has to end by itself. */
const grace = 8_000

/** A program that runs beside this one and does not outlive it. */
export function startChild(words: string[], env: Record<string, string>, heard = (_: string) => {}): Child {
  const [program = '', ...rest] = words
  const command = $os.cmd(program, ...rest) as unknown as Command
  command.env = Object.entries({ ...process.env, ...env })
    // With it Litestream ends at once, and neither needs it.
    .filter(([name]) => name !== 'AWS_CA_BUNDLE')
    .map(([name, value]) => `${name}=${value}`)
  // On Linux it does not outlive this process, however that comes about.
  command.sysProcAttr = { pdeathsig: kill }
  const output = command.stdoutPipe()
  command.stderr = command.stdout
  command.start()
  const bytes = new Uint8Array(16_384)
  let isOver = false
  const hear = (patience: number) => {
    if (isOver) return false
    const until = new Date(Date.now() + patience).toISOString().replace('T', ' ')
    output.setReadDeadline(new DateTime(until).time())
    try {
      const text = toString(bytes.slice(0, output.read(bytes)))
      heard(text)
      for (const line of text.trimEnd().split('\n')) console.log(line.replace(/^\d{4}\/\d\d\/\d\d [\d:]+ /, ''))
      return true
    } catch (error) {
      if (/timeout/.test(String(error))) return true
      isOver = true
      reap(command)
      return false
    }
  }
  const finish = (how: () => void, meanwhile = () => {}) => {
    if (isOver) return
    how()
    for (const until = Date.now() + grace; hear(500); meanwhile()) if (Date.now() > until) command.process.kill()
  }
  return {
    hear,
    end: (meanwhile) => finish(() => askToEnd(command), meanwhile),
    kill: () => finish(() => command.process.kill()),
    code: () => command.processState?.exitCode() ?? -1,
  }
}

/** Go's own kind of a signal is in reach nowhere else than where a process keeps one, and only where the system knows of it. */
function askToEnd({ process }: Command) {
  const holder = $os.cmd('none') as unknown as Command
  holder.sysProcAttr = { pdeathsig: terminate }
  const { pdeathsig: ending } = holder.sysProcAttr
  if (ending) process.signal(ending)
  else process.kill()
}

function reap(command: Command) {
  try {
    command.wait()
  } catch {
    // What it ended with was said by itself.
  }
}
