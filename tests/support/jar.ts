/** Returns a `document` whose cookies replace and expire like in a browser. */
export function documentWithCookies() {
  const jar = new Map<string, string>()
  return {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(line: string) {
      const [, name = '', value = ''] = line.match(/^([^=]+)=([^;]*)/) ?? []
      const expires = line.match(/expires=([^;]+)/i)?.[1]
      if (expires && Date.parse(expires) <= Date.now()) jar.delete(name)
      else jar.set(name, value)
    },
  }
}

/** Returns a `Storage` in memory. */
export function aStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}
