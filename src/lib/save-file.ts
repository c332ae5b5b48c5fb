/** Hands a file made here to the browser's downloads. */
export function save(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser has begun reading by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
