/** Does what a command is for. Where that fails, its sentence is all that is said: the engine would write where in the program it was. */
export function orSayWhy(work: () => void) {
  try {
    work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    $os.exit(1)
  }
}
