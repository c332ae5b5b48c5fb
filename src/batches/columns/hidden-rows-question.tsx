import { useStore } from 'zustand'
import { formatCount } from '../../lib/number-format.ts'
import { FormField } from '../../ui/form-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import type { ImportSession } from '../intake/import-session.ts'

/** Question whether to include rows that are hidden in the sheet. They are excluded by default. */
export function HiddenRowsQuestion({ importing, count }: { importing: ImportSession; count: number }) {
  const included = useStore(importing.store, (state) => state.includeHidden)
  if (count === 0) return null
  return (
    <Panel>
      <FormField
        group
        label={`La hoja tiene ${formatCount(count, 'fila oculta o filtrada', 'filas ocultas o filtradas')}`}
      >
        <RadioGroup
          inline
          name="hidden-rows"
          value={included ? 'yes' : 'no'}
          options={[
            { value: 'no', label: count === 1 ? 'No importarla' : 'No importarlas' },
            { value: 'yes', label: count === 1 ? 'Importarla también' : 'Importarlas también' },
          ]}
          onChange={(value) => void importing.setHidden(value === 'yes')}
        />
      </FormField>
    </Panel>
  )
}
