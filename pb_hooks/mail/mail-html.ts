const buttonStyle =
  'display:inline-block;padding:0 24px;line-height:44px;border-radius:8px;background:#0b5b44;color:#ffffff;font-weight:bold;text-decoration:none'

/** Returns the source of a mail with a greeting. `name`: name of the reader, or empty. */
export function renderMailHtml(name: string, body: string): string {
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;color:#1b1f27;font:16px/24px system-ui,sans-serif">
<p>Hola${name && `, ${escapeHtml(name)}`}:</p>
${body}
</body></html>`
}

/** Returns a text that no mail program turns into a link: `www.mal.co` → `www. mal. co`. */
export const preventAutoLinks = (text: string) => text.replace(/[.:/\\@](?=\S)/g, '$& ')

export function renderMailButton(address: string, text: string): string {
  return `<p><a href="${escapeHtml(address)}" style="${buttonStyle}">${text}</a></p>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
