import { useQuery } from '@tanstack/react-query'
import type { ListLookupCounts } from '../domain/lists/list-output.ts'
import { formatShortDate } from '../domain/time/date.ts'
import { formatCount } from '../lib/number-format.ts'
import { Table } from '../ui/data/table.tsx'
import type { TableColumn } from '../ui/data/table-head.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { lookupCountsQuery } from './queries.ts'

const columns: TableColumn<ListLookupCounts>[] = [
  { id: 'personName', header: 'Persona', card: 'title', cell: ({ personName }) => personName },
  { id: 'day', header: 'Día', cell: ({ day }) => formatShortDate(day) },
  { id: 'found', header: 'Encontradas', cell: ({ found }) => formatCount(found, 'clave', 'claves') },
  { id: 'missing', header: 'No encontradas', cell: ({ missing }) => formatCount(missing, 'clave', 'claves') },
]

export function ListLookupTable({ list }: { list: string }) {
  const { data = [] } = useQuery(lookupCountsQuery(list))
  if (!data.length) return null
  return (
    <Panel
      title="Claves consultadas"
      description="Registros consultados en búsquedas, formularios y lotes. Una cifra muy alta puede indicar que alguien copia la lista."
    >
      <Table
        caption="Claves consultadas por persona y día"
        columns={columns}
        rows={data}
        rowId={({ day, person }) => `${day} ${person}`}
      />
    </Panel>
  )
}
