export { asset, description, page, status, unknownCall } from '../server/pages.ts'
