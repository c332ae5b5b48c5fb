export function downloadFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Revokes the URL after 10 s, when the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
