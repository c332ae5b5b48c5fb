import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDocker } from './docker.mjs'
import { root } from './project.mjs'
import { run, Stop, say } from './say.mjs'
import { stageImage } from './stage.mjs'

/**
 * Builds the container image from the finished product and engine; no base image is pulled.
 * @param {string} tag @param {string} [platform] `linux/arm64`
 */
export async function buildImage(tag, platform = `linux/${process.arch === 'arm64' ? 'arm64' : 'amd64'}`) {
  const docker = findDocker()
  if (!docker)
    throw new Stop(
      'Docker no responde. Instálelo e inícielo (en Debian: apt-get install docker.io) y vuelva a intentarlo.',
    )
  await stageImage(platform)
  const words = ['build', '--quiet', '--build-arg', 'SOURCE=prebuilt', '--platform', platform, '--tag', tag]
  const built = spawnSync(docker.command, [...words, ...(docker.buildKit ? ['.'] : ['--file', '-', '.'])], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DOCKER_BUILDKIT: docker.buildKit ? '1' : '0' },
    input: docker.buildKit ? '' : withoutBaseImages(readFileSync(join(root, 'Dockerfile'), 'utf8')),
  })
  if (built.status !== 0) throw new Stop(`Docker no pudo construir la imagen:\n${built.stderr || built.error}`)
}

/** The classic builder resolves every stage, also those it does not need: it gets only the others. @param {string} dockerfile */
function withoutBaseImages(dockerfile) {
  const stages = dockerfile.split(/^(?=FROM )/m)
  return stages.filter((stage) => !stage.startsWith(`FROM \${NODE_IMAGE}`)).join('')
}

/** @param {string[]} words `--tag=…`, `--platform=linux/arm64` */
export async function image(words) {
  const option = (/** @type {string} */ name) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]
  const tag = option('tag') ?? 'formatos-preeliminares'
  await run(async () => {
    await buildImage(tag, option('platform'))
    say(`Imagen lista: ${tag}`)
    say(`docker run --publish 8090:8090 --volume formatos:/pb_data ${tag}`)
  })
}
