/** Parses `Nombre <correo@ejemplo.com>`, also with a quoted name, or a bare address. */
export function parseSender(text: string): { name: string; address: string } {
  const [, name = '', address] = text.match(/^\s*([^<]*?)\s*<([^<>]+)>\s*$/) ?? []
  if (!address) return { name: '', address: text.trim() }
  const quoted = name.match(/^"(.*)"$/)?.[1]
  return { name: quoted?.replace(/\\(.)/g, '$1') ?? name, address: address.trim() }
}
