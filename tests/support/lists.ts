import type { RecordList } from '../../src/domain/lists/list-output.ts'
import type { Person } from './people.ts'

/** Imports records into a list, 1,000 in a call; fails if one has an error. `mode`: `replace` or `merge`. */
export async function importRecords(
  { pb }: Pick<Person, 'pb'>,
  { id }: { id: string },
  records: object[],
  mode = 'replace',
): Promise<RecordList> {
  const call = <Answer>(step: string, body: object) =>
    pb.send<Answer>(`/api/app/lists/${id}/import${step}`, { method: 'POST', body })
  const { import: staged } = await call<{ import: string }>('', { fileName: 'nómina.xlsx' })
  const rows = records.map((values, index) => ({ row: index + 2, values }))
  for (let from = 0; from < rows.length; from += 1_000) {
    const { errors } = await call<{ errors: object[] }>('/rows', {
      import: staged,
      rows: rows.slice(from, from + 1_000),
    })
    if (errors.length > 0) throw new Error(JSON.stringify(errors))
  }
  return call('/confirm', { import: staged, mode })
}
