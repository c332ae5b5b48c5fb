export { getStatus, refuseUnknownRoute, serveAsset, serveOpenApi, servePage } from '../server/pages.ts'
