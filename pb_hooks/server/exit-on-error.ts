/** Runs a command. If it fails, prints only the error message, because PocketBase would add a stack trace. */
export function exitOnError(work: () => void) {
  try {
    work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    $os.exit(1)
  }
}
