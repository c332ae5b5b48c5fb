import { refusal } from './build-info.mjs'
import { fromSource, goIsMissing } from './compile.mjs'
import { modulePath, version } from './pin.mjs'
import { fromRelease } from './release.mjs'
import { isNoSpace, Stop, say, step } from './say.mjs'

/** What is tried when there is no engine yet, in this order. @param {string} platform */
const ways = (platform) => [
  {
    how: 'descargado de la publicación oficial',
    doing: `Descargando PocketBase ${version} para ${platform}`,
    missing: () => null,
    get: fromRelease,
  },
  {
    how: 'compilado del módulo oficial',
    doing: `Compilando PocketBase ${version} para ${platform} (cerca de un minuto)`,
    missing: goIsMissing,
    get: fromSource,
  },
]

/** The engine by the first way that works, checked, and how it came. @param {string} platform @returns {Promise<{ program: Buffer, how: string }>} */
export async function obtain(platform) {
  const failures = []
  for (const { how, doing, missing, get } of ways(platform)) {
    try {
      const reason = missing()
      if (reason) throw new Error(reason)
      const program = await step(doing, () => get(platform))
      const wrong = refusal(program)
      if (wrong) throw new Error(wrong)
      return { program, how }
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      if (isNoSpace(text)) throw error
      failures.push(`${how}: ${text}`)
      say(`No fue posible: ${text}`)
    }
  }
  throw new Stop(nothingWorked(platform, failures))
}

/** @param {string} platform @param {string[]} failures */
function nothingWorked(platform, failures) {
  return [
    `No se pudo poner en su sitio PocketBase ${version} para ${platform}. Hay tres maneras:`,
    `  1. Con red: vuelva a ejecutar la orden (descarga https://${modulePath}/releases/tag/v${version};`,
    '     POCKETBASE_RELEASES=https://… indica otro sitio con los mismos archivos).',
    '  2. Con Go 1.21 o posterior instalado (https://go.dev/dl/): vuelva a ejecutar la orden, y se compila.',
    '  3. Con el programa ya descargado: POCKETBASE=/ruta/a/pocketbase npm start',
    'Lo que se intentó:',
    ...failures.map((line) => `  - ${line}`),
  ].join('\n')
}
