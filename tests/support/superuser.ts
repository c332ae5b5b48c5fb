import type PocketBase from 'pocketbase'
import type { Server } from './container.ts'
import { operator } from './environment.ts'
import { anonymous } from './people.ts'

/**
 * Signs in a superuser. Servers with the data of a first start have it; on others a command in the container creates it. Superusers can sign in
 * only from this machine.
 */
export async function aSuperuser(server: Server): Promise<PocketBase> {
  const { email, password } = operator
  const pb = await signInSuperuser(server.url).catch(() => undefined)
  if (pb) return pb
  const words = ['superuser', 'upsert', email, password, '--dir=/pb_data']
  const { exitCode, output } = await server.container.exec(['/pocketbase', ...words])
  if (exitCode !== 0) throw new Error(output)
  return signInSuperuser(server.url)
}

/** Signs in the superuser of a server that has the data of a first start. */
export async function signInSuperuser(url: string): Promise<PocketBase> {
  const pb = anonymous({ at: url, address: '127.0.0.1' })
  await pb.collection('_superusers').authWithPassword(operator.email, operator.password)
  return pb
}
