import { getContainerRuntimeClient } from 'testcontainers'
import { buildImage, imagePlatform } from '../../engine/image.mjs'
import { rebuildProduct } from '../../engine/project.mjs'
import { label } from './container.ts'

const repository = 'formatos-test'

/** Builds the image of this checkout under a unique tag, so that no older image is tested. */
export async function buildTestImage(): Promise<string> {
  const tag = `${repository}:${process.pid}-${Date.now().toString(36)}`
  await buildImage(tag, imagePlatform, await rebuildProduct(imagePlatform))
  return tag
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
