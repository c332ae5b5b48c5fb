// `npm run image`: builds the container image from the built product and the engine. `--files` only writes the image's files.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { parseArgs } from 'node:util'
import { printLine, runCommand, runMain, UserError } from './output.mjs'
import { prepareProduct, projectRoot, withFileLock } from './project.mjs'
import { createSbom, formatSbom } from './sbom.mjs'

/** Platform of containers on this machine; always Linux. */
export const imagePlatform = `linux/${process.arch === 'arm64' ? 'arm64' : 'amd64'}`

const work = join(projectRoot, '.tmp')

/**
 * Builds the image; no base image is pulled.
 * @param {string} tag @param {string} platform `linux/arm64` @param {string} engine path of the engine binary
 */
export async function buildImage(tag, platform, engine) {
  const docker = findDocker()
  if (!docker)
    throw new UserError(
      'Docker no responde. Instálelo e inícielo (en Debian: apt-get install docker.io) y vuelva a intentarlo.',
    )
  await withFileLock(join(work, 'image.lock'), async () => {
    prepareBuildContext(engine)
    const file = docker.buildKit ? 'Dockerfile' : writeRuntimeDockerfile()
    const words = ['build', '--file', file, '--build-arg', 'SOURCE=prebuilt', '--platform', platform, '--tag', tag]
    const env = { ...process.env, DOCKER_BUILDKIT: docker.buildKit ? '1' : '0' }
    await runCommand('Construyendo la imagen', docker.command, [...words, '.'], env)
  })
}

/** Writes the image's files: `root/`, read-only, and `data/`, owned by the server's user. @param {string} engine */
function prepareBuildContext(engine) {
  const image = join(work, 'image')
  rmSync(image, { recursive: true, force: true })
  cpSync(join(projectRoot, 'dist'), join(image, 'root'), { recursive: true })
  cpSync(engine, join(image, 'root/pocketbase'))
  const files = {
    // Root certificates for TLS to mail servers and document backends, because the image has no operating system.
    'root/etc/ssl/certs/ca-certificates.crt': `${rootCertificates.join('\n')}\n`,
    'root/sbom.cdx.json': formatSbom(createSbom(engine)),
    // Some builders omit empty directories.
    'data/pb_data/.keep': '',
    'data/tmp/.keep': '',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(image, name)), { recursive: true })
    writeFileSync(join(image, name), text)
  }
  // World-writable with the sticky bit: `--tmpfs /tmp` without options takes the directory's mode and belongs to root.
  chmodSync(join(image, 'data/tmp'), 0o1777)
}

/** Writes a Dockerfile without the build stages, because the classic builder resolves unneeded base images too. Returns its path. */
function writeRuntimeDockerfile() {
  const stages = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8').split(/^(?=FROM )/m)
  const path = join(work, 'Dockerfile')
  writeFileSync(path, stages.filter((stage) => !/^FROM (\$\{\w+_IMAGE\}|build) /.test(stage)).join(''))
  return path
}

/** Docker clients to try, because the first in the path may not reach its service or may lack a builder. */
const clients = ['docker', '/usr/bin/docker', '/usr/local/bin/docker']

/**
 * Returns the first client that reaches its service, preferably with BuildKit; null if none does.
 * @returns {{ command: string, buildKit: boolean } | null}
 */
export function findDocker() {
  const reaching = clients
    .filter((client) => spawnSync(client, ['version'], { stdio: 'ignore' }).status === 0)
    .map((client) => ({ command: client, buildKit: hasBuildKit(client) }))
  return reaching.find(({ buildKit }) => buildKit) ?? reaching[0] ?? null
}

/** Returns whether a client has BuildKit: versions 18 to 22 include it, later ones need the plugin. @param {string} client */
function hasBuildKit(client) {
  const { stdout } = spawnSync(client, ['version', '--format', '{{.Client.Version}}'], { encoding: 'utf8' })
  const major = Number.parseInt(stdout, 10)
  if (major >= 18 && major < 23) return true
  return spawnSync(client, ['buildx', 'version'], { stdio: 'ignore' }).status === 0
}

/** Returns the command that starts a container, with the flags of README.md: read-only, without capabilities. @param {string} tag */
export const formatDockerRunCommand = (tag) => `docker run -d --name formatos -p 8090:8090 -v formatos:/pb_data \\
  --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \\
  -e APP_URL=https://formatos.ejemplo.com ${tag}`

if (process.argv[1] === import.meta.filename)
  await runMain(async () => {
    const text = /** @type {const} */ ({ type: 'string' })
    const { values } = parseArgs({ options: { tag: text, platform: text, files: { type: 'boolean' } } })
    const { platform = imagePlatform, tag = 'formatos-preeliminares' } = values
    const engine = await prepareProduct(platform)
    if (values.files) return prepareBuildContext(engine)
    await buildImage(tag, platform, engine)
    printLine(`Imagen lista: ${tag}`)
    console.log(formatDockerRunCommand(tag))
  })
