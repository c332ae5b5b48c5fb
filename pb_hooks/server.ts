// What main.pb.ts calls by name: one line a module.
export { status } from './installation.ts'
