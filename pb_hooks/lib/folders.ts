/** The names in a folder; none where there is no such folder. */
export function fileNamesIn(folder: string): string[] {
  try {
    return ($os.readDir(folder) as unknown as { name(): string }[]).map((entry) => entry.name())
  } catch {
    return []
  }
}
