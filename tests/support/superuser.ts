import type PocketBase from 'pocketbase'
import type { Server } from './container.ts'
import { operator } from './environment.ts'
import { anonymous } from './people.ts'

/** Signs in a superuser, created by command in the container. Superusers can sign in only from this machine. */
export async function aSuperuser(server: Server): Promise<PocketBase> {
  const { email, password } = operator
  const words = ['superuser', 'upsert', email, password, '--dir=/pb_data', '--hooksWatch=false']
  const { exitCode, output } = await server.container.exec(['/pocketbase', ...words])
  if (exitCode !== 0) throw new Error(output)
  const pb = anonymous({ at: server.url, address: '127.0.0.1' })
  await pb.collection('_superusers').authWithPassword(email, password)
  return pb
}
