/**
 * Calls of PocketBase's auth collections that no page uses. Two of them respond with 500 to the JSON body `null`
 * (PocketBase 0.40.4).
 */
const closed = ['confirm-password-reset', 'request-email-change', 'confirm-verification', 'confirm-email-change']
/** Closed calls of `users` that a route of this product replaces. */
const replaced = ['confirm-password-reset', 'request-email-change']
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Responds with 404 to the `closed` calls, under any spelling of their collection. PocketBase accepts ids and names in
 * any case, but a hook's route matches only one spelling. So this function puts a Go router with their patterns before
 * PocketBase's router, once that router is built.
 */
export function disableUnusedRoutes(e: core.ServeEvent) {
  const { server, router } = e
  if (!server || !router) return
  const engine = server.handler
  const routes = router.routerGroup
  // A router without routes responds with 404.
  router.routerGroup = routes.group('')
  const [missing, front] = [router.buildMux(), router.buildMux()]
  router.routerGroup = routes
  for (const method of methods) front.handle(`${method} /`, engine)
  for (const call of closed) front.handle(`POST /api/collections/{collection}/${call}`, missing)
  for (const call of replaced) front.handle(`POST /api/collections/users/${call}`, engine)
  server.handler = front
}
