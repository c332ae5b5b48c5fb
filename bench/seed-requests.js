// @ts-nocheck: its globals are the engine’s.
// Run by PocketBase itself as a last migration: a hundred thousand requests of two hundred people, written by SQL.
migrate((app) => {
  const count = 100000
  const names =
    'María,José,Ñandú,Peña,Güell,Andrés,Sofía,Camila,Íñigo,Valentina,Santiago,Mateo,Lucía,Martínez,Gómez,Rodríguez'.split(
      ',',
    )
  const jobs = ['Analista de nómina', 'Jefe de bodega', 'Conductor', 'Auxiliar contable', 'Ingeniera de procesos']
  const statuses = 'submitted,submitted,approved,approved,approved,approved,rejected,returned,draft,cancelled'.split(
    ',',
  )
  const people = Array.from({ length: 200 }, (_, index) => {
    const person = new Record(app.findCollectionByNameOrId('users'))
    person.load({
      name: `${names[index % 16]} ${names[(index * 5) % 16]}`,
      email: `p${index}@ejemplo.test`,
      role: '_user',
      verified: true,
    })
    person.setPassword(index === 7 ? 'clave-segura-1' : 'x'.repeat(40))
    app.saveNoValidate(person)
    return person.id
  })
  app.db().newQuery("UPDATE users SET isActive = TRUE WHERE email = 'p7@ejemplo.test'").execute()
  const formats = app.findRecordsByFilter('formats', 'version > 0', 'code', 10, 0).map((format) => ({
    id: format.id,
    version: app.findFirstRecordByFilter('format_versions', 'format = {:id}', { id: format.id }).id,
  }))
  const stamp = (at) => new Date(at).toISOString().replace('T', ' ')
  function row(index) {
    const status = statuses[(index * 7 + (index >> 4)) % 10]
    const created = Date.now() - (count - index) * 25000
    const decided = status === 'approved' || status === 'rejected'
    const number = String(index + 1).padStart(6, '0')
    return {
      id: `b${String(index).padStart(14, '0')}`,
      number: status === 'draft' ? '' : `SOL-2026-${number}`,
      summary: `${names[index % 16]} ${names[(index * 7) % 16]} ${names[(index * 3) % 16]} · ${10000000 + index} · ${jobs[index % 5]}`,
      created: stamp(created),
      submittedAt: status === 'draft' ? '' : stamp(created + 60000),
      decidedAt: decided ? stamp(created + 3600000) : '',
      status,
      owner: people[(index * 13) % 200],
      format: formats[index % formats.length].id,
      version: formats[index % formats.length].version,
      documentNumber: status === 'approved' ? `CL-2026-${number}` : '',
      values: JSON.stringify({
        nombre_completo: 'María José Güell Peña',
        numero_documento: String(10000000 + index),
        cargo: jobs[index % 5],
      }),
    }
  }
  const columns = 'id number summary created submittedAt decidedAt status owner format documentNumber values'.split(' ')
  const insert = `INSERT INTO requests (${columns.map((name) => `"${name}"`).join(', ')}, formatVersion, updated, documentStatus)
    SELECT ${columns.map((name) => `value ->> '${name}'`).join(', ')}, value ->> 'version', value ->> 'created',
      iif(value ->> 'documentNumber' = '', 'none', 'ready') FROM json_each({:rows})`
  for (let from = 0; from < count; from += 1000) {
    const rows = JSON.stringify(Array.from({ length: 1000 }, (_, index) => row(from + index)))
    app.db().newQuery(insert).bind({ rows }).execute()
  }
})
