import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDocker } from './docker.mjs'
import { alone } from './lock.mjs'
import { prepare } from './prepare.mjs'
import { command, root } from './project.mjs'
import { run, Stop, say } from './say.mjs'
import { stageImage } from './stage.mjs'

/** What a container on this machine runs on, whatever the machine's own system. */
export const imagePlatform = `linux/${process.arch === 'arm64' ? 'arm64' : 'amd64'}`

/**
 * Builds the container image from the finished product and engine; no base image is pulled.
 * @param {string} tag @param {string} platform `linux/arm64` @param {string} engine path of its program
 */
export async function buildImage(tag, platform, engine) {
  const docker = findDocker()
  if (!docker) {
    const sentence =
      'Docker no responde. Instálelo e inícielo (en Debian: apt-get install docker.io) y vuelva a intentarlo.'
    throw new Stop(sentence)
  }
  const dockerfile = docker.buildKit ? 'Dockerfile' : withoutBaseImages()
  const words = [
    'build',
    '--file',
    dockerfile,
    '--build-arg',
    'SOURCE=prebuilt',
    '--platform',
    platform,
    '--tag',
    tag,
    '.',
  ]
  await alone(join(root, '.tmp/image.lock'), async () => {
    stageImage(engine)
    const env = { ...process.env, DOCKER_BUILDKIT: docker.buildKit ? '1' : '0' }
    await command('Construyendo la imagen', docker.command, words, env)
  })
}

/** The classic builder resolves every stage, also those it does not need: it gets only the others. Returns the file's path. */
function withoutBaseImages() {
  const stages = readFileSync(join(root, 'Dockerfile'), 'utf8').split(/^(?=FROM )/m)
  const path = join(root, '.tmp/Dockerfile')
  mkdirSync(join(root, '.tmp'), { recursive: true })
  writeFileSync(path, stages.filter((stage) => !stage.startsWith(`FROM \${NODE_IMAGE}`)).join(''))
  return path
}

/** @param {string[]} words `--tag=…`, `--platform=linux/arm64` */
export async function image(words) {
  const option = (/** @type {string} */ name) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]
  const tag = option('tag') ?? 'formatos-preeliminares'
  const platform = option('platform') ?? imagePlatform
  await run(async () => {
    await buildImage(tag, platform, await prepare(platform))
    say(`Imagen lista: ${tag}`)
    say(`docker run --publish 8090:8090 --volume formatos:/pb_data ${tag}`)
  })
}
