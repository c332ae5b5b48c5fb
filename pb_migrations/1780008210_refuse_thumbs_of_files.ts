// The engine decodes a whole picture to draw a thumb of it, before any hook runs. It asks the view rule of a protected file before that.
const withoutThumb = '@request.query.thumb:isset = false'
const openLogos = ['settings', 'letterheads']
const withFiles = [...openLogos, 'requests', 'request_documents', 'signatories', 'attachments']

function protectLogo(read: core.Collection, isProtected: boolean) {
  const logo = read.fields.getByName('logo') as core.FileField | null
  if (logo) logo.protected = isProtected
}

migrate(
  (app) => {
    for (const name of withFiles) {
      const read = app.findCollectionByNameOrId(name)
      // Logos stay readable by their address, without a token.
      const rule = openLogos.includes(name) ? `(${read.viewRule}) || @request.context = 'protectedFile'` : read.viewRule
      read.viewRule = `(${rule}) && ${withoutThumb}`
      if (openLogos.includes(name)) protectLogo(read, true)
      app.save(read)
    }
  },
  (app) => {
    for (const name of withFiles) {
      const read = app.findCollectionByNameOrId(name)
      const rule = (read.viewRule ?? '').slice(1, -`) && ${withoutThumb}`.length)
      read.viewRule = openLogos.includes(name) ? rule.slice(1, rule.lastIndexOf(') || ')) : rule
      if (openLogos.includes(name)) protectLogo(read, false)
      app.save(read)
    }
  },
)
