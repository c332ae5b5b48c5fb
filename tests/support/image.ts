import { getContainerRuntimeClient } from 'testcontainers'
import { buildImage, imagePlatform } from '../../engine/image.mjs'
import { rebuildProduct } from '../../engine/project.mjs'
import { label } from './container.ts'

const repository = 'formatos-test'

/** The image of what stands in this checkout, under a tag of its own: an older one must never pass for it. */
export async function freshImage(): Promise<string> {
  const tag = `${repository}:${process.pid}-${Date.now().toString(36)}`
  await buildImage(tag, imagePlatform, await rebuildProduct(imagePlatform))
  return tag
}

export async function removeImage(tag: string) {
  const { container } = await getContainerRuntimeClient()
  await container.dockerode.getImage(tag).remove({ force: true })
}

/** Removes what runs that no longer live have left behind. */
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
