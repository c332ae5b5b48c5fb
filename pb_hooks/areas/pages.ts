export { getStatus, refuseUnknownCall, serveAsset, serveOpenApi, servePage } from '../server/pages.ts'
