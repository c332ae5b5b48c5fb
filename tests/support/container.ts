import { join } from 'node:path'
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers'
import { firstAdmin, thisMachine } from './environment.ts'
import { freePort } from './free-port.ts'

/** Label with the process id of the run, to find containers of runs that were killed. */
export const label = 'formatos.test.pid'

const port = 8090

export type Server = {
  url: string
  container: StartedTestContainer
  /** Kills the server (`kill -9`) and starts it again with the same data and address. */
  crash: (meanwhile?: () => void) => Promise<void>
  stop: () => Promise<unknown>
}

const scheduleHook = { source: join(import.meta.dirname, 'schedule.pb.js'), target: '/pb_hooks/schedule.pb.js' }

/** Runs the image with the flags of docs/operacion/instalar.md: only the data folder and /tmp are writable. */
class HardenedContainer extends GenericContainer {
  constructor(image: string) {
    super(image)
    this.hostConfig.ReadonlyRootfs = true
    this.withDroppedCapabilities('ALL').withSecurityOpt('no-new-privileges')
  }

  withoutHealthCheck() {
    this.createOpts.Healthcheck = { Test: ['NONE'] }
  }
}

/**
 * Starts a container of the image with a fixed address and the first administrator. It takes client addresses from `X-Forwarded-For`, so that
 * each test user has separate rate limits.
 */
export async function startServer(
  image: string,
  environment: Record<string, string> = {},
  onLogLine: (line: string) => void = () => {},
  { binds = [], tmpfs = {}, words, hasHealthCheck = false, schedule = 'clock' }: ContainerOptions = {},
): Promise<Server> {
  const host = await freePort()
  const url = `http://127.0.0.1:${host}`
  const hardened = new HardenedContainer(image)
  if (words) hardened.withCommand(words)
  if (!hasHealthCheck) hardened.withoutHealthCheck()
  const container = await hardened
    .withBindMounts(schedule === 'clock' ? binds : [...binds, scheduleHook])
    .withTmpFs({ '/tmp': 'rw', ...tmpfs })
    .withLabels({ [label]: String(process.pid) })
    .withExposedPorts({ container: port, host })
    .withExtraHosts([{ host: thisMachine, ipAddress: 'host-gateway' }])
    .withEnvironment({
      APP_URL: url,
      ADMIN_EMAIL: firstAdmin.email,
      ADMIN_PASSWORD: firstAdmin.password,
      TRUSTED_PROXY_HEADER: 'X-Forwarded-For',
      TEST_SCHEDULE: schedule,
      ...environment,
    })
    .withLogConsumer((stream) => stream.on('data', (line) => onLogLine(String(line))))
    .withWaitStrategy(Wait.forHttp('/api/health', port))
    .withStartupTimeout(120_000)
    .start()
    .catch((cause: unknown) => {
      throw new Error('The server did not become healthy; the servers of the run write to .tmp/server-*.log', { cause })
    })
  return { url, container, crash: (meanwhile) => crash(container, url, meanwhile), stop: () => container.stop() }
}

/** Runs the job of the minute of a server that does not run it by the clock, and waits until it has ended. */
export async function runMinuteJobs({ url }: Server): Promise<void> {
  const { status } = await fetch(`${url}/run-minute-jobs`, { method: 'POST' })
  if (status !== 204) throw new Error(`the jobs answered ${status}`)
}

interface ContainerOptions {
  binds?: BindMount[]
  tmpfs?: Record<string, string>
  /** Command instead of the image's. */
  words?: string[]
  /** Runs the health check of the image every five seconds. It takes 1.5 % of a core for each server. */
  hasHealthCheck?: boolean
  /** When the server runs its jobs by itself: by the clock, at startup only, or never. `runMinuteJobs` runs them. */
  schedule?: 'clock' | 'startup' | 'none'
}

/** Volume or folder of this machine, and its path in the container. */
type BindMount = { source: string; target: string; mode?: 'ro' | 'rw' }

/** Runs a command of the image and waits until it ends. */
export async function runOnce(image: string, words: string[], binds: BindMount[]) {
  const { dockerode } = (await getContainerRuntimeClient()).container
  const container = await dockerode.createContainer({
    Image: image,
    Cmd: words,
    Labels: { [label]: String(process.pid) },
    HostConfig: {
      Binds: binds.map(({ source, target, mode = 'rw' }) => `${source}:${target}:${mode}`),
      ReadonlyRootfs: true,
      Tmpfs: { '/tmp': 'rw' },
    },
  })
  try {
    await container.start()
    const { StatusCode: code } = await container.wait()
    const output = (await container.logs({ stdout: true, stderr: true })).toString('utf8')
    return { code, output }
  } finally {
    await container.remove({ force: true })
  }
}

/** Returns the output of a server over all its starts. The stream of its lines ends when it is killed. */
export async function readLog({ container }: Server): Promise<string> {
  const { dockerode } = (await getContainerRuntimeClient()).container
  return String(await dockerode.getContainer(container.getId()).logs({ stdout: true, stderr: true }))
}

export async function removeVolume(name: string) {
  const { dockerode } = (await getContainerRuntimeClient()).container
  await dockerode.getVolume(name).remove({ force: true })
}

async function crash(container: StartedTestContainer, url: string, meanwhile = () => {}) {
  const client = await getContainerRuntimeClient()
  const running = client.container.getById(container.getId())
  await running.kill({ signal: 'SIGKILL' })
  await running.wait()
  meanwhile()
  await running.start()
  for (let answer = 0; answer !== 200; await new Promise((resolve) => setTimeout(resolve, 50))) {
    answer = await fetch(`${url}/api/health`).then(
      (response) => response.status,
      () => 0,
    )
    if (answer === 0 && !(await running.inspect()).State.Running)
      throw new Error(`the server ended: ${(await running.logs({ stdout: true, stderr: true, tail: 5 })).toString()}`)
  }
}
