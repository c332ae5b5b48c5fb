// Console output of the commands: a line per step, and a message for the error that ends a command.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'

/** Error that the user can fix; its message is shown unchanged. */
export class UserError extends Error {}

export const diskFullPattern = /ENOSPC|EDQUOT|no space left|disk is full/i

/** Messages for system errors, with instructions for the user. */
const causes = /** @type {const} */ ([
  [diskFullPattern, 'No queda espacio en el disco. Libere espacio y vuelva a intentarlo.'],
  [
    /EROFS|read-only file system/i,
    'La carpeta es de solo lectura. Use una copia del proyecto en la que se pueda escribir.',
  ],
  [/EACCES|EPERM|permission denied/i, 'Falta permiso para escribir. Revise de quién son los archivos de esta carpeta.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|no such host|dial tcp/i,
    'No hay conexión con la red. Revise la conexión (o el proxy) y vuelva a intentarlo; lo ya descargado se conserva.',
  ],
])

/** Returns the message for a text that contains a recognised system error; otherwise null. @param {string} text */
function getAdvice(text) {
  return causes.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/**
 * Prints a line to the console.
 * @param {string} line
 */
export function printLine(line) {
  console.log(`▸ ${line}`)
}

/**
 * Prints the name of a step, and repeats it every ten seconds until `work` ends.
 * @template T @param {string} what @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function runTask(what, work) {
  printLine(`${what} …`)
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  const pulse = setInterval(() => console.log(`  … sigue: ${what.toLowerCase()} (${seconds()} s)`), 10_000)
  try {
    return await work()
  } finally {
    clearInterval(pulse)
  }
}

/**
 * Runs a program in the project's directory. Its output is shown only if it fails.
 * @param {string} what @param {string} program @param {string[]} words @param {NodeJS.ProcessEnv} [env]
 */
export async function runCommand(what, program, words, env = process.env) {
  let output = ''
  const [code] = await runTask(what, () => {
    const child = spawn(program, words, {
      cwd: dirname(import.meta.dirname),
      env: process.stdout.isTTY ? env : { ...env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: program === 'npm' && process.platform === 'win32',
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    return once(child, 'close')
  })
  if (code === 0) return
  const lines = output.trim().split('\n')
  const known = lines.find(getAdvice)
  console.error(known ?? lines.slice(-30).join('\n'))
  const advice = (known && getAdvice(known)) ?? 'Arriba está lo que dijo el programa.'
  throw new UserError(`No se pudo terminar: ${what.toLowerCase()}. ${advice}`)
}

/** Returns the message for an error: its own, that of a recognised system error, or the stack. @param {unknown} error */
export function formatErrorMessage(error) {
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof UserError) return text
  return getAdvice(text) ?? `Algo falló y no se esperaba: ${error instanceof Error ? error.stack : text}`
}

/** Runs a command's main function. An error prints its message and exits with code 1. @param {() => Promise<unknown>} main */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    console.error(`\n✗ ${formatErrorMessage(error)}`)
    process.exit(1)
  }
}
