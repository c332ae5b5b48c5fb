/** Returns the names in a directory; empty if the directory does not exist. */
export function listFileNames(folder: string): string[] {
  try {
    return ($os.readDir(folder) as unknown as { name(): string }[]).map((entry) => entry.name())
  } catch {
    return []
  }
}
