import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../../pb_hooks/routes.ts'
import { projectRoot } from '../../scripts/project.mjs'

const addedCalls = readFileSync(join(projectRoot, 'pb_hooks/main.pb.ts'), 'utf8').matchAll(
  /addCall\('(\w+ \/api\/[^']*)'/g,
)

/** Calls of the server below `/api`, without the route of all unknown calls. */
export const serverRoutes = [
  ...Object.values(routes).map(([call]): string => call),
  ...[...addedCalls].map(([, call = '']) => call).filter((call) => call !== 'GET /api/{path...}'),
]
