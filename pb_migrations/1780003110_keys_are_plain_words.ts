// A key becomes part of a JSON path: what is no plain word is stored by nobody, also by whom no rule and no hook binds.
const plain = `EXISTS (SELECT 1 FROM json_tree(NEW.fields) WHERE json_tree.key = 'key'
  AND (type != 'text' OR atom GLOB '*[^a-z0-9_]*' OR atom NOT GLOB '[a-z]*' OR length(atom) > 40))`

const events = ['INSERT', 'UPDATE']
const name = (event: string) => `versions_have_plain_keys_${event.toLowerCase()}`

migrate(
  (app) => {
    for (const event of events)
      app
        .db()
        .newQuery(
          `CREATE TRIGGER ${name(event)} BEFORE ${event} ON format_versions WHEN ${plain}
           BEGIN SELECT RAISE(ABORT, 'a key is a plain word'); END`,
        )
        .execute()
  },
  (app) => {
    for (const event of events)
      app
        .db()
        .newQuery(`DROP TRIGGER ${name(event)}`)
        .execute()
  },
)
