/** Loads the user of the session; `null` if there is none. Loads the code twice if that fails, because a change of network aborts all requests. */
export async function loadUser() {
  const load = () => import('./current-user.ts')
  const { loadCurrentUser } = await load().catch(load)
  return loadCurrentUser()
}
