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
  const pb = anonymous({ at: server.url, address: '127.0.0.1' })
  const signIn = () => pb.collection('_superusers').authWithPassword(email, password)
  const isThere = await signIn().then(
    () => true,
    () => false,
  )
  if (isThere) return pb
  const words = ['superuser', 'upsert', email, password, '--dir=/pb_data']
  const { exitCode, output } = await server.container.exec(['/pocketbase', ...words])
  if (exitCode !== 0) throw new Error(output)
  await signIn()
  return pb
}
