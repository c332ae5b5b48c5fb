// What could not be taken stood among the values, and a number that only looked right with an unseen mark behind it (U+2060). Now such texts
// have a place of their own; the others that stand among the values of rows in error stay there and are read as before.
const mark = '\u2060'

const marked = { id: '', values: '' }

function change(app: CoreApp, query: string, move: (values: Tree) => Tree) {
  const found = arrayOf(new DynamicModel(marked)) as unknown as (typeof marked)[]
  app.db().newQuery(query).all(found)
  for (const { id, values } of found) {
    const { values: kept, wrong } = move(JSON.parse(values)) as { values: Tree; wrong: Tree }
    app
      .db()
      .newQuery('UPDATE batch_rows SET "values" = {:kept}, wrong = {:wrong} WHERE id = {:id}')
      .bind({ id, kept: JSON.stringify(kept), wrong: JSON.stringify(wrong) })
      .execute()
  }
}

interface Tree {
  [key: string]: unknown
}

const isMarked = (value: unknown): value is string => typeof value === 'string' && value.indexOf(mark) >= 0

/** Also those in a table, which a sheet calls `items_1_cantidad`. */
function apart(values: Tree): Tree {
  const wrong: Tree = {}
  const kept: Tree = {}
  for (const [key, value] of Object.entries(values)) {
    if (isMarked(value)) wrong[key] = value.split(mark).join('')
    else if (!Array.isArray(value)) kept[key] = value
    else
      kept[key] = value.map((row: unknown, index) => {
        if (typeof row !== 'object' || row === null) return row
        const cells: Tree = {}
        for (const [column, cell] of Object.entries(row))
          if (isMarked(cell)) wrong[`${key}_${index + 1}_${column}`] = cell.split(mark).join('')
          else cells[column] = cell
        return cells
      })
  }
  return { values: kept, wrong }
}

function together(app: CoreApp) {
  app
    .db()
    .newQuery(
      `UPDATE batch_rows SET "values" = json_patch("values", (SELECT json_group_object(key, value || {:mark}) FROM json_each(wrong)))
       WHERE status = 'error' AND wrong IS NOT NULL AND wrong != '{}'`,
    )
    .bind({ mark })
    .execute()
}

migrate(
  (app) => {
    const rows = app.findCollectionByNameOrId('batch_rows')
    rows.fields.add(new JSONField({ name: 'wrong', maxSize: 65536 }))
    app.save(rows)
    change(app, `SELECT id, "values" FROM batch_rows WHERE status = 'error' AND instr("values", '${mark}') > 0`, apart)
  },
  (app) => {
    together(app)
    const rows = app.findCollectionByNameOrId('batch_rows')
    rows.fields.removeByName('wrong')
    app.save(rows)
  },
)
