import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import PocketBase from 'pocketbase'
import { getContainerRuntimeClient } from 'testcontainers'
import { buildImage, imagePlatform } from '../../scripts/image.mjs'
import { projectRoot, rebuildProduct } from '../../scripts/project.mjs'
import { label, type Server, startServer } from './container.ts'
import { firstAdmin, operator } from './environment.ts'

const repository = 'formatos-test'

/** Builds the image of this checkout under a unique tag, so that no older image is tested. */
export async function buildTestImage(): Promise<string> {
  const tag = `${repository}:${process.pid}-${Date.now().toString(36)}`
  await buildImage(tag, imagePlatform, await rebuildProduct(imagePlatform))
  return tag
}

/**
 * Builds an image that adds the data of a first start to `image`, and returns its tag. Its servers run no migrations, and hash passwords at the
 * lowest cost of bcrypt, because at the usual cost each registration of a test user takes 200 ms of processor time.
 */
export async function addFirstStart(image: string): Promise<string> {
  const { dockerode } = (await getContainerRuntimeClient()).container
  const folder = join(projectRoot, '.tmp/first-start')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const server = await startServer(image)
  try {
    await prepareAccounts(server)
    await server.container.stop({ remove: false, timeout: 10_000 })
    const data = await dockerode.getContainer(server.container.getId()).getArchive({ path: '/pb_data' })
    await pipeline(data, createWriteStream(join(folder, 'data.tar')))
  } finally {
    await dockerode.getContainer(server.container.getId()).remove({ force: true, v: true })
  }
  // Extracts the archive with its owners.
  writeFileSync(join(folder, 'Dockerfile'), `FROM ${image}\nADD data.tar /\n`)
  const tag = `${image}-started`
  const building = await dockerode.buildImage({ context: folder, src: ['Dockerfile', 'data.tar'] }, { t: tag })
  await new Promise<void>((resolve, reject) => {
    dockerode.modem.followProgress(building, (error, output) => {
      const failure = error ?? output.find((each) => each.error)?.error
      if (failure) reject(new Error('The data of the first start could not be added', { cause: failure }))
      else resolve()
    })
  })
  return tag
}

/**
 * Creates the superuser of the tests, lowers the cost of new password hashes, and hashes the existing passwords again. The audit log gets no entry
 * of the administrator's password.
 */
async function prepareAccounts({ url, container }: Server) {
  const words = ['superuser', 'upsert', operator.email, operator.password, '--dir=/pb_data']
  const { exitCode, output } = await container.exec(['/pocketbase', ...words])
  if (exitCode !== 0) throw new Error(output)
  const pb = new PocketBase(url).autoCancellation(false)
  // Superusers can sign in only from this machine.
  pb.beforeSend = (to, options) => ({
    url: to,
    options: { ...options, headers: { ...options.headers, 'X-Forwarded-For': '127.0.0.1' } },
  })
  const superusers = pb.collection('_superusers')
  await superusers.authWithPassword(operator.email, operator.password)
  for (const name of ['users', '_superusers']) {
    const { fields } = await pb.collections.getOne(name)
    const changed = fields.map((field) => (field.name === 'password' ? { ...field, cost: 4 } : field))
    await pb.collections.update(name, { fields: changed })
  }
  const { email, password } = firstAdmin
  await superusers.create({ email, password, passwordConfirm: password })
  const created = `FROM _superusers WHERE email = '${email}'`
  for (const query of [
    `UPDATE users SET password = (SELECT password ${created}) WHERE email = '${email}'`,
    `DELETE ${created}`,
  ])
    await pb.send('/api/sql', { method: 'POST', body: { query } })
  // Ends the session of this client.
  const { password: own } = operator
  await superusers.update(pb.authStore.record?.id ?? '', { password: own, passwordConfirm: own })
}

export async function removeImage(tag: string) {
  const { container } = await getContainerRuntimeClient()
  await container.dockerode.getImage(tag).remove({ force: true })
}

/** Removes containers and images of runs that have ended. */
export async function removeLeftovers() {
  const { dockerode } = (await getContainerRuntimeClient()).container
  const containers = await dockerode.listContainers({ all: true, filters: { label: [label] } })
  for (const { Id, Labels } of containers)
    if (!isAlive(Number(Labels[label]))) await dockerode.getContainer(Id).remove({ force: true, v: true })
  const images = await dockerode.listImages({ filters: { reference: [repository] } })
  for (const tag of images.flatMap(({ RepoTags }) => RepoTags ?? []))
    if (!isAlive(Number(tag.match(/:(\d+)-/)?.[1]))) await dockerode.getImage(tag).remove({ force: true })
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
