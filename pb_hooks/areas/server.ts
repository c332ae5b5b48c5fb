// Startup, in the virtual machine of `main.pb.ts`. The first answer waits for this code, so rare work is in `start-work.ts`.
export { openLog } from '../lib/log.ts'
export { disableUnusedRoutes } from '../server/closed-calls.ts'
export { exitIfDataNewer, exitIfDataUnwritable, exitIfRestoreUnfinished } from '../server/data-checks.ts'
export { prepareServer } from '../server/start.ts'
