/** Returns the names in a directory; empty if the directory does not exist. */
export function listFileNames(folder: string): string[] {
  try {
    return $os.readDir(folder).map((entry) => entry.name())
  } catch {
    return []
  }
}
