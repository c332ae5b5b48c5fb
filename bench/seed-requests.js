// @ts-nocheck: its globals are PocketBase's.
// Last migration of a measured server: creates BENCH_REQUESTS requests with history, 500 per user, half of them in batches of 500. Drops indexes
// and triggers first for speed, then fills the derived tables with the SQL of the triggers.
migrate((app) => {
  const count = Number($os.getenv('BENCH_REQUESTS')) || 100000
  const run = (sql, params = {}) => app.db().newQuery(sql).bind(params).execute()
  const objects = (type, tables) => {
    const found = arrayOf(new DynamicModel({ name: '', sql: '' }))
    const names = tables.map((name) => `'${name}'`).join()
    const query = `SELECT name, sql FROM sqlite_master WHERE type = '${type}' AND sql != '' AND tbl_name IN (${names})`
    app.db().newQuery(query).all(found)
    return [...found].map(({ name, sql }) => ({ name, sql }))
  }

  const first = new Record(app.findCollectionByNameOrId('users'))
  first.load({ name: 'Semilla', email: 'p0@ejemplo.test', role: '_user', verified: true })
  first.setPassword('clave-segura-1')
  app.saveNoValidate(first)
  // Values like those of the product, with repeated months, names and positions.
  const lists = {
    names:
      'María,José,Ñandú,Peña,Güell,Andrés,Sofía,Camila,Íñigo,Valentina,Santiago,Mateo,Lucía,Martínez,Gómez,Rodríguez'.split(
        ',',
      ),
    jobs: ['Analista de nómina', 'Jefe de bodega', 'Conductor', 'Auxiliar contable', 'Ingeniera de procesos'],
    statuses: 'submitted,submitted,approved,approved,approved,approved,rejected,returned,draft,cancelled'.split(','),
  }
  const of = (list, index) =>
    `json_extract('${JSON.stringify(lists[list])}', '$[' || ((${index}) % ${lists[list].length}) || ']')`
  const upTo = (n) =>
    `(WITH RECURSIVE upTo (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM upTo WHERE i < ${n} - 1) SELECT i FROM upTo)`
  const scattered = (i) => `printf('%08x%07x', (${i} * 2654435761) & 4294967295, ${i})`
  const stampOf = (seconds) => `strftime('%Y-%m-%d %H:%M:%fZ', ${seconds}, 'unixepoch')`

  run(
    `INSERT INTO users (id, name, email, role, verified, password, tokenKey, created, updated)
     SELECT printf('p%014d', i), ${of('names', 'i')} || ' ' || ${of('names', 'i * 5 + i / 16')}, 'p' || i || '@ejemplo.test', role, verified, password,
       lower(hex(randomblob(25))), created, updated
     FROM ${upTo(count / 500)} CROSS JOIN users WHERE email = 'p0@ejemplo.test' AND i > 0`,
  )
  run(`UPDATE users SET isActive = TRUE WHERE email = 'p7@ejemplo.test'`)

  const tables = ['requests', 'events', 'batch_rows', 'batches']
  const put = [...objects('index', tables), ...objects('trigger', tables)]
  for (const kind of ['index', 'trigger']) for (const { name } of objects(kind, tables)) run(`DROP ${kind} \`${name}\``)

  // Columns of request `i`. Of each thousand, half are single requests, 25 seconds apart, and half are a batch. The first ten thousand
  // single requests belong to one user and are pending.
  run(
    `CREATE TEMP TABLE seeds AS
     SELECT i, ${scattered('i')} AS id, CAST(strftime('%s') AS INTEGER) - (${count} - iif(batch = '', i, i / 1000 * 1000 + 999)) * 25 AS at, batch,
       CASE WHEN batch = '' AND i < 20000 THEN 'submitted' WHEN batch != '' AND status = 'draft' THEN 'approved' ELSE status END AS status,
       CASE WHEN batch = '' AND i < 20000 THEN 'p00000000000009' ELSE printf('p%014d', 1 + person % (${count / 500} - 1)) END AS owner, formats.id AS format, formats.code,
       (SELECT id FROM format_versions WHERE format = formats.id) AS version
     FROM (SELECT i, iif(i % 1000 < 500, '', printf('b%014d', i / 1000)) AS batch, ${of('statuses', 'i * 7 + i / 16')} AS status,
         iif(i % 1000 < 500, i * 13 + i / 7, i / 1000 * 31) AS person,
         iif(i % 1000 < 500, iif(i < 20000, 0, (i * 11 + i / 13) % 10), i / 1000 % 10) AS kind
       FROM ${upTo(count)})
     JOIN (SELECT id, code, row_number() OVER (ORDER BY code != 'CL', code) - 1 AS n FROM formats WHERE version > 0) AS formats ON n = kind`,
  )
  run(
    `INSERT INTO requests (id, number, summary, created, updated, submittedAt, decidedAt, status, owner, format, formatVersion, batch, row,
       documentNumber, documentStatus, finality, annulledAt, reviewer, "values")
     SELECT id, iif(status = 'draft', '', printf('SOL-2026-%06d', i + 1)),
       iif(i % 10000 = 77, 'Xóchitl', ${of('names', 'i * 5 + i / 9')}) || ' ' || ${of('names', 'i * 7')} || ' ' || ${of('names', 'i * 3 + i / 5')} || ' · ' ||
         (10000000 + i) || ' · ' || ${of('jobs', 'i')},
       ${stampOf('at')}, ${stampOf('at')}, iif(status = 'draft', '', ${stampOf('at + 60')}), iif(status IN ('approved', 'rejected', 'returned'), ${stampOf('at + 3600 + i % 500')}, ''),
       status, owner, format, version, batch, iif(batch = '', 0, i % 1000 - 498),
       iif(status = 'approved', printf('%s-2026-%06d', code, i + 1), ''), iif(status = 'approved', 'ready', 'none'),
       iif(status = 'approved', iif(i % 7 = 0, 'final', 'preliminary'), ''), iif(status = 'approved' AND i % 50 = 3, ${stampOf('at + 7200')}, ''),
       iif(status IN ('approved', 'rejected', 'returned'), 'p00000000000007', ''),
       json_object('nombre_completo', 'María José Güell Peña ' || i, 'tipo_documento', 'CC', 'numero_documento', CAST(10000000 + i AS TEXT),
         'expedido_en', 'Medellín', 'cargo', ${of('jobs', 'i')}, 'tipo_contrato', 'término indefinido', 'fecha_ingreso', '2019-03-01',
         'incluir_salario', json('true'), 'salario_mensual', '2300000.50', 'dirigido_a', 'A quien interese', 'ciudad_expedicion', 'Bogotá D. C.',
         'fecha_expedicion', '2026-11-20')
     FROM seeds ORDER BY i`,
  )
  run(
    `INSERT INTO events (id, subject, subjectId, owner, actor, actorName, action, "from", "to", details, created, updated)
     SELECT printf('%08x%07x', (i * 2246822519 + step) & 4294967295, i * 2 + step), 'requests', id, owner, iif(step, 'p00000000000007', owner), 'María José Güell',
       iif(step, CASE status WHEN 'approved' THEN 'approve' WHEN 'returned' THEN 'return' ELSE 'reject' END, 'submit'),
       iif(step, 'submitted', 'draft'), iif(step, status, 'submitted'), '{}', moment, moment
     FROM (SELECT *, iif(step, ${stampOf('at + 3600 + i % 500')}, ${stampOf('at + 60')}) AS moment
       FROM seeds CROSS JOIN (SELECT 0 AS step UNION ALL SELECT 1)) WHERE status != 'draft' AND (step = 0 OR status IN ('approved', 'rejected', 'returned')) ORDER BY i`,
  )
  run(
    `INSERT INTO batches (id, number, owner, sender, format, formatVersion, fileName, fileHash, status, total, createdCount, created, updated, startedAt, finishedAt)
     SELECT batch, printf('LOT-2026-%06d', i / 1000 + 1), owner, owner, format, version, 'nómina.xlsx', printf('%064d', i), 'completed', 500, 500,
       ${stampOf('at')}, ${stampOf('at')}, ${stampOf('at')}, ${stampOf('at')}
     FROM seeds WHERE i % 1000 = 500`,
  )
  run(
    `INSERT INTO batch_rows (id, batch, row, status, request, summary, "values", errors, warnings, created, updated)
     SELECT id, batch, row, 'created', id, summary, "values", '{}', '{}', created, updated FROM requests WHERE batch != '' ORDER BY rowid`,
  )
  run(
    `INSERT INTO counters (id, name, value, created, updated)
     SELECT printf('c%014d', row_number() OVER ()), name || '-2026', ${count}, '', '' FROM (SELECT 'SOL' AS name UNION ALL SELECT 'LOT' UNION ALL SELECT code FROM formats)`,
  )
  run('DROP TABLE seeds')

  const kind = "iif(annulledAt = '', finality, 'annulled')"
  run(
    `INSERT INTO request_counts SELECT owner, format, batch, status, ${kind}, count(*) FROM requests GROUP BY 1, 2, 3, 4, 5`,
  )
  for (const [step, counts] of [
    ['submitted', 'count(*), 0'],
    ['decided', '0, count(*)'],
  ])
    run(`INSERT INTO request_hours SELECT substr(${step}At, 1, 13) AS hour, ${counts} FROM requests WHERE ${step}At != '' GROUP BY hour
      ON CONFLICT DO UPDATE SET ${step} = excluded.${step}`)
  run(
    `INSERT INTO request_states SELECT rowid, substr(status, 1, 3), unixepoch(created), substr(${kind}, 1, 3) FROM requests`,
  )
  run('INSERT INTO request_owners (owner) SELECT DISTINCT owner FROM requests')
  run(`INSERT INTO request_places SELECT n << 32 | requests.rowid, substr(status, 1, 3), unixepoch(created), format, batch, substr(${kind}, 1, 3)
    FROM requests JOIN request_owners USING (owner) ORDER BY 1`)
  run("INSERT INTO request_search (request_search) VALUES ('rebuild')")
  // As the job of each minute leaves it: a few segments instead of 62.
  run("INSERT INTO request_search (request_search, rank) VALUES ('merge', 1000000)")
  run(`INSERT INTO unique_holders SELECT format, key, lower("values" ->> key), id FROM unique_keys JOIN requests USING (format)
    WHERE status IN ('submitted', 'returned') AND "values" ->> key != ''`)
  run(
    `INSERT INTO reported_decisions SELECT decidedAt, serial, CASE status WHEN 'approved' THEN 'approve' WHEN 'returned' THEN 'return' ELSE 'reject' END,
       reviewer, format, unixepoch(decidedAt) - unixepoch(submittedAt), '', '', '', '' FROM requests WHERE decidedAt != ''`,
  )
  run(`INSERT INTO request_amounts SELECT format, key, decidedAt, serial, 2300000, 500000 FROM requests JOIN amount_keys USING (format)
    WHERE status = 'approved' AND "values" ->> key = '2300000.50'`)
  for (const { sql } of put) run(sql)
})
