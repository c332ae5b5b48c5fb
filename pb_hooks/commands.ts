import { load } from './handlers.ts'
import { commandLine, ourServe } from './server/command-line.ts'

/** Runs the health check and exits, if it is the command. Nothing else is loaded, because containers run it every few seconds. */
export function runHealthCheck() {
  if ($os.args[1] === 'health') load('health-check').checkHealth()
}

/** Adds the product's commands to PocketBase's command line. */
export function addCommands() {
  const root = $app.rootCmd
  root?.setArgs(commandLine($os.args.slice(1), (name) => $os.getenv(name)))
  const add = (command: Partial<Command>) => root?.addCommand(new Command(command))
  add({ use: ourServe, short: 'Serves the product; only with its hooks', run: () => {} })
  add({
    use: 'health',
    short: 'Asks the server on this machine whether it works',
    run: () => load('health-check').checkHealth(),
  })
  add({
    use: 'verify',
    short: 'Compares what is derived from requests with a recount, and mends it',
    run: () => load('server').orSayWhy(load('server').verifyDerivedTables),
  })
  add({
    use: 'audit [eslabón suma]',
    short: 'Reads the whole history again and says the first place that is not what was written',
    run: (_, words) => load('server').orSayWhy(() => load('server').auditHistory(words)),
  })
  // Child processes that the server starts: mail, webhook and backup.
  add({ use: 'letter', hidden: true, run: (_, [path]) => load('server').runMailProcess(path) })
  add({ use: 'tell', hidden: true, run: (command, [path]) => load('webhooks').deliverInProcess(command, path) })
  add({ use: 'copy', hidden: true, run: (_, [path]) => load('backups').runBackupProcess(path) })
  add({
    use: 'restore <file>',
    short: 'Restores a copy of all data into the empty folder of --dir',
    run: () => load('backups').verifyRestored(),
  })
}

/** Restores a backup before the engine opens its database, if the command is `restore`. */
export function restoreIfAsked() {
  if (!$os.args.includes('restore')) return
  const file = load('backups').parseRestoreFile($os.args.slice(1))
  if (file !== undefined) load('backups').restoreBackup(file)
}
