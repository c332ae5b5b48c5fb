import { loadArea } from './handlers.ts'
import { buildCommandLine, startCommandName } from './server/command-line.ts'

/** Runs the health check and exits, if it is the command. Nothing else is loaded, because containers run it every few seconds. */
export function runHealthCheck() {
  if ($os.args[1] === 'health') loadArea('health-check').checkHealth()
}

/** Adds the product's commands to PocketBase's command line. */
export function addCommands() {
  const root = $app.rootCmd
  root?.setArgs(buildCommandLine($os.args.slice(1), (name) => $os.getenv(name)))
  const add = (command: Partial<Command>) => root?.addCommand(new Command(command))
  add({ use: startCommandName, short: 'Starts the server', run: () => {} })
  add({
    use: 'health',
    short: 'Checks whether the server on this machine is healthy',
    run: () => loadArea('health-check').checkHealth(),
  })
  add({
    use: 'verify',
    short: 'Compares the derived data of requests with a recount and repairs it',
    run: () => loadArea('maintenance').exitOnError(loadArea('maintenance').verifyDerivedTables),
  })
  add({
    use: 'audit [eslabón suma]',
    short: 'Verifies the history and prints the first event that was changed',
    run: (_, words) => loadArea('maintenance').exitOnError(() => loadArea('maintenance').verifyEventChain(words)),
  })
  add({
    use: 'restore <file>',
    short: 'Restores a backup into the empty folder of --dir',
    run: () => loadArea('backups').refuseRestore(),
  })
}

/** Restores a backup before PocketBase opens its database, if the command is `restore`. */
export function restoreIfRequested() {
  if (!$os.args.includes('restore')) return
  const file = loadArea('backups').parseRestoreFile($os.args.slice(1))
  if (file !== undefined) loadArea('backups').restoreBackup(file)
}
