import { useState } from 'react'
import type { PayrollPreview } from '../../../../domain/payroll/payroll-output.ts'
import { UserCombobox } from '../../../../groups/user-combobox.tsx'
import type { UserOption } from '../../../../groups/user-search-query.ts'
import { formatCount } from '../../../../lib/number-format.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { Table } from '../../../../ui/data/table.tsx'
import { Cluster } from '../../../../ui/page/layout.tsx'

interface Props {
  people: PayrollPreview['left']
  leaving: ReadonlySet<string>
  onLeaving: (leaving: Set<string>) => void
  /** Receivers that the administrator chose, by person. */
  receivers: Readonly<Record<string, UserOption | null>>
  onReceiver: (id: string, receiver: UserOption | null) => void
}

/** Table of people who are missing in a payroll, with their open work and its receiver. */
export function LeavingTable({ people, leaving, onLeaving, receivers, onReceiver }: Props) {
  const [choosing, setChoosing] = useState('')
  return (
    <Table
      caption="Personas que faltan en la hoja"
      rows={people}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      selected={leaving}
      onSelect={onLeaving}
      columns={[
        {
          id: 'name',
          header: 'Persona',
          card: 'title',
          cell: ({ name, email }) => (
            <>
              {name} <span className="text-tertiary">{email}</span>
            </>
          ),
        },
        { id: 'work', header: 'Qué deja', card: 'text', cell: (person) => formatOpenWork(person) || 'Nada abierto' },
        {
          id: 'receiver',
          header: 'Quién lo recibe',
          cell: ({ id, name, receiver, ...work }) => {
            if (!formatOpenWork(work)) return ''
            if (choosing === id)
              return (
                <UserCombobox
                  autoFocus
                  placeholder={receiver}
                  label={`Quién recibe lo de ${name}`}
                  value={receivers[id] ?? null}
                  without={people.map((person) => person.id)}
                  onChange={(chosen) => onReceiver(id, chosen)}
                />
              )
            return (
              <Cluster>
                {receivers[id]?.name ?? receiver}
                <Button size="s" variant="quiet" onClick={() => setChoosing(id)}>
                  Cambiar
                  <span className="visually-hidden">{` quién recibe lo de ${name}`}</span>
                </Button>
              </Cluster>
            )
          },
        },
      ]}
    />
  )
}

type OpenWorkCounts = Pick<PayrollPreview['left'][number], 'drafts' | 'managed' | 'formats'>

/** Formats open work: «2 borradores · 3 personas a cargo · decide en 1 formato»; empty if there is none. */
export const formatOpenWork = ({ drafts, managed, formats }: OpenWorkCounts): string =>
  [
    drafts > 0 && formatCount(drafts, 'borrador', 'borradores'),
    managed > 0 && formatCount(managed, 'persona a cargo', 'personas a cargo'),
    formats > 0 && `decide en ${formatCount(formats, 'formato', 'formatos')}`,
  ]
    .filter(Boolean)
    .join(' · ')
