import type { ReportStep } from '../domain/report.ts'
import { numberOf } from '../lib/count.ts'
import { Panel } from '../ui/panel.tsx'
import { Table } from '../ui/table.tsx'
import { waitOf } from './wait.ts'

/** How long each step of the routes waited, in all and for each person; nothing where no format has steps. */
export function Steps({ steps, withFormat }: { steps: readonly ReportStep[]; withFormat: boolean }) {
  if (steps.length === 0) return null
  const rows = steps.flatMap(({ people, ...step }) => [
    { ...step, id: `${step.format} ${step.step}`, person: 'Todas' },
    ...people.map(({ id, name, ...waits }) => ({
      ...step,
      ...waits,
      id: `${step.format} ${step.step} ${id}`,
      person: name,
    })),
  ])
  return (
    <Panel
      title="Por paso"
      description="Lo que cada paso tardó en decidirse, desde que la solicitud llegó a él: la mediana, y lo que no pasan nueve de diez."
      flush
    >
      <Table
        caption="Tiempos por paso"
        rows={rows}
        rowId={({ id }) => id}
        columns={[
          {
            id: 'step',
            header: 'Paso',
            card: 'title',
            cell: ({ name, formatName }) => (withFormat ? `${formatName} · ${name}` : name),
          },
          { id: 'person', header: 'Persona', cell: ({ person }) => person },
          { id: 'count', header: 'Decisiones', align: 'end', cell: ({ count }) => numberOf(count) },
          { id: 'median', header: 'Mediana', align: 'end', cell: ({ median }) => waitOf(median) },
          { id: 'p90', header: 'Nueve de diez', align: 'end', cell: ({ p90 }) => waitOf(p90) },
        ]}
      />
    </Panel>
  )
}
