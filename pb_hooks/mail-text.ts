const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** What a mail says without its HTML: a paragraph a line, each link followed by its address. */
export function textOf(html: string): string {
  const body = html.replace(/<(style|head|title)\b[\s\S]*?<\/\1>/gi, '').replace(/\s+/g, ' ')
  const linked = body.replace(/<a\b[^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, '$2: $1')
  const lines = linked.replace(/<br\s*\/?>/gi, '\n').replace(/<\/(p|div|h\d|li|tr)>/gi, '\n\n')
  const text = lines.replace(/<[^>]*>/g, '').replace(/&(?:#(\d+)|(\w+));/g, entity)
  return `${text
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

function entity(whole: string, code: string | undefined, name: string | undefined): string {
  if (code) return String.fromCodePoint(Number(code))
  return names[name ?? ''] ?? whole
}
