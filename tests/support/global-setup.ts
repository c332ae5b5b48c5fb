import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { projectRoot } from '../../scripts/project.mjs'
import { startServer } from './container.ts'
import { thisMachine } from './environment.ts'
import { addFirstStart, buildTestImage, removeImage, removeLeftovers } from './image.ts'
import { startMailServer } from './smtp.ts'
import type { TestServer } from './test-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The image under test with the data of a first start, for a test that starts a further container. */
    image: string
    /** The image under test as built. */
    emptyImage: string
    /** Servers of the project, one for each worker. */
    testServers: TestServer[]
  }
}

/** Images of the run. They are global, because each project loads this file again. */
const shared = globalThis as { imagesOfRun?: { made: Promise<Images>; users: number } }

interface Images {
  empty: string
  started: string
}

/** Starts the servers of a project, and returns the function that stops them. */
export default async function setup(project: TestProject) {
  shared.imagesOfRun ??= { made: makeImages().catch(makeImagesAgain), users: 0 }
  const images = shared.imagesOfRun
  images.users++
  const { empty, started } = await images.made
  const workers = Array.from({ length: Number(project.config.maxWorkers) }, (_, index) => index + 1)
  const servers = await Promise.all(workers.map((worker) => startTestServer(started, `${project.name}-${worker}`)))
  project.provide('image', started)
  project.provide('emptyImage', empty)
  project.provide(
    'testServers',
    servers.map(({ testServer }) => testServer),
  )
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()))
    if (--images.users > 0) return
    await removeImage(started)
    await removeImage(empty)
  }
}

async function makeImages(): Promise<Images> {
  // Disables Ryuk, whose image would have to be pulled. The next run removes the containers of killed runs.
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true'
  await removeLeftovers()
  const empty = await buildTestImage()
  return { empty, started: await addFirstStart(empty) }
}

/** Repeats `makeImages` once, because a busy container engine may fail. */
function makeImagesAgain(reason: unknown) {
  console.error('The images could not be made; it is tried once more.', reason)
  return makeImages()
}

async function startTestServer(image: string, name: string) {
  const mail = await startMailServer({ unknown: /@errado\./ })
  const mailEnvironment = { SMTP_HOST: thisMachine, SMTP_PORT: String(mail.port), MAIL_FROM: 'formatos@ejemplo.test' }
  // Without undo window, so that documents are generated at once. Tests of undo use a separate server.
  const server = await startServer(image, { ...mailEnvironment, UNDO_SECONDS: '0' }, logTo(`server-${name}.log`))
  const testServer: TestServer = { url: server.url, mailFolder: mail.folder, mailEnvironment }
  return { testServer, stop: () => Promise.all([server.stop(), mail.stop()]) }
}

function logTo(name: string) {
  const file = join(projectRoot, '.tmp', name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  return (line: string) => writeFileSync(file, line, { flag: 'a' })
}
