export { endReplicated, serveReplicated } from '../replica/serve.ts'
