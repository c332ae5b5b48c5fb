// `npm run release`: builds the engine for each platform into `engine/bin/release`, with the SHA-256 of each program. `-- --platform=linux/arm64` builds one.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { installEngine } from './install.mjs'
import { printLine, runMain } from './output.mjs'
import { projectRoot } from './project.mjs'

const platforms = ['linux/amd64', 'linux/arm64', 'darwin/amd64', 'darwin/arm64', 'windows/amd64']

await runMain(async () => {
  const { platform = platforms } = parseArgs({ options: { platform: { type: 'string', multiple: true } } }).values
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const folder = join(projectRoot, 'engine/bin/release')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  let sums = ''
  for (const each of platform) {
    const engine = await installEngine(each)
    const name = `formatos-engine-${version}-${each.replace('/', '-')}${extname(basename(engine))}`
    copyFileSync(engine, join(folder, name))
    sums += `${createHash('sha256').update(readFileSync(engine)).digest('hex')}  ${name}\n`
  }
  writeFileSync(join(folder, 'SHA256SUMS'), sums)
  printLine(`Motores en ${folder}`)
})
