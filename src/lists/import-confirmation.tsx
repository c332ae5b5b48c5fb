import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportMode } from '../domain/lists/list.ts'
import type { ListImportChanges, RecordList } from '../domain/lists/list-output.ts'
import { describeError } from '../lib/api-error.ts'
import { formatCount, formatNumber } from '../lib/number-format.ts'
import { Button } from '../ui/actions/button.tsx'
import { FormField } from '../ui/form/form-field.tsx'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { Cluster, Panel, Stack } from '../ui/page/layout.tsx'
import { ErrorNotice, Notice } from '../ui/state/screen-states.tsx'
import { confirmImportMutation, type StagedListImport } from './queries.ts'

interface Props {
  list: RecordList
  staged: StagedListImport
  change: ListImportChanges
  /** Number of rows in error, which the import leaves out. */
  left: number
  onDone: () => void
  onBack: () => void
}

const formatRecordCount = (count: number) => formatCount(count, 'registro', 'registros')

/** Preview of an import's changes to a list of the organisation, with buttons to confirm the import or go back. */
export function ImportConfirmation({ list, staged, change, left, onDone, onBack }: Props) {
  const [mode, setMode] = useState<ImportMode>('replace')
  const confirming = useMutation({ ...confirmImportMutation, onSuccess: onDone })
  /** Whether the records are imported, while the page of the list loads. */
  const isOver = confirming.isSuccess
  const removed = mode === 'replace' ? change.removed : 0
  const same = change.rows - change.added - change.changed
  return (
    <Panel title={`Qué cambiaría en «${list.name}»`}>
      <Stack>
        <p>
          <strong>
            {`${formatCount(change.added, 'registro nuevo', 'registros nuevos')} · ${formatNumber(change.changed)} con cambios · ${formatCount(same, 'igual', 'iguales')} · ${formatCount(removed, 'quitado', 'quitados')}.`}
          </strong>
        </p>
        {left > 0 && (
          <Notice
            tone="warning"
            action={
              <Button size="s" onClick={onBack}>
                Corregirlas
              </Button>
            }
          >
            {`${formatCount(left, 'fila con errores no se importa', 'filas con errores no se importan')}.`}
          </Notice>
        )}
        {list.total > 0 && (
          <FormField label="Registros que ya existen" name="mode" group>
            <RadioGroup
              name="mode"
              value={mode}
              onChange={(value) => setMode(value as ImportMode)}
              options={[
                {
                  value: 'replace',
                  label: 'Reemplazar la lista',
                  help: `Se quitan los registros que no están en el archivo: ${formatRecordCount(change.removed)}.`,
                },
                {
                  value: 'merge',
                  label: 'Agregar y actualizar',
                  help: 'Se conservan los registros que no están en el archivo.',
                },
              ]}
            />
          </FormField>
        )}
        <ErrorNotice>{confirming.error && describeError(confirming.error)}</ErrorNotice>
        {list.current && <p>Podrá volver a la importación anterior.</p>}
        <Cluster>
          <Button disabled={isOver} onClick={onBack}>
            Volver a las filas
          </Button>
          <Button
            variant="primary"
            disabled={change.rows === 0}
            pending={confirming.isPending || isOver}
            onClick={() => confirming.mutate({ ...staged, mode })}
          >
            {`Importar ${formatRecordCount(change.rows)}`}
          </Button>
        </Cluster>
      </Stack>
    </Panel>
  )
}
