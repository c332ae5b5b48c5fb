// What main.pb.ts calls by name: one line a module.
export { refuseRewriting } from './events.ts'
export { status } from './installation.ts'
