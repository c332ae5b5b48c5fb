import { spawnSync } from 'node:child_process'

/** Docker's command, with the builder it has: a machine may hold a client whose builder is not installed. */
const clients = ['docker', '/usr/bin/docker', '/usr/local/bin/docker']

/**
 * The first client that reaches its service, preferring one that builds with BuildKit; null if none does.
 * @returns {{ command: string, buildKit: boolean } | null}
 */
export function findDocker() {
  const reaching = clients.filter((command) => spawnSync(command, ['version'], { stdio: 'ignore' }).status === 0)
  const command = reaching.find(hasBuildKit) ?? reaching[0]
  return command ? { command, buildKit: hasBuildKit(command) } : null
}

/** Clients before 23 have BuildKit inside; later ones need the plugin. @param {string} command */
function hasBuildKit(command) {
  const version = spawnSync(command, ['version', '--format', '{{.Client.Version}}'], { encoding: 'utf8' }).stdout.trim()
  const major = Number.parseInt(version, 10)
  if (major >= 18 && major < 23) return true
  return spawnSync(command, ['buildx', 'version'], { stdio: 'ignore' }).status === 0
}
