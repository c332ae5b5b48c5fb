import { type ReactNode, useState } from 'react'
import { StepNavigationBar } from '../../../../batches/intake/import-steps.tsx'
import type { Field, Value } from '../../../../domain/fields/field.ts'
import { getFieldErrorMessage } from '../../../../domain/fields/field-error-message.ts'
import { formatValue } from '../../../../domain/fields/values.ts'
import { activityKey, type PayrollChanges } from '../../../../domain/payroll/payroll.ts'
import type { PayrollPreview } from '../../../../domain/payroll/payroll-output.ts'
import type { UserOption } from '../../../../groups/user-search-query.ts'
import { describeError } from '../../../../lib/api-error.ts'
import { formatCount, formatList, formatNumber } from '../../../../lib/number-format.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { Progress } from '../../../../ui/data/progress.tsx'
import { Table } from '../../../../ui/data/table.tsx'
import { Checkbox, FormField, TextInput } from '../../../../ui/form/form-field.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/confirm-dialog.tsx'
import { CollapsiblePanel } from '../../../../ui/page/collapsible-panel.tsx'
import { Panel, Stack } from '../../../../ui/page/layout.tsx'
import { Notice } from '../../../../ui/state/screen-states.tsx'
import { usePayrollRun } from '../../../../users/payroll-queries.ts'
import { LeavingTable } from './leaving-table.tsx'
import { formatSummary } from './payroll-result-panel.tsx'

interface Props {
  preview: PayrollPreview
  fields: readonly Field[]
  onBack: () => void
  onDone: () => void
}

/** Review of a payroll: shows what it would change, and applies it with the user's choices. */
export function PayrollReview({ preview, fields, onBack, onDone }: Props) {
  const { counts, left, excused, suspicious } = preview
  // Selects all missing people, unless rows with errors match no account: such a row may belong to a missing person.
  const [leaving, setLeaving] = useState(() => new Set(counts.unidentified ? [] : left.map(({ id }) => id)))
  const [receivers, setReceivers] = useState<Record<string, UserOption | null>>({})
  const [invites, setInvites] = useState(true)
  const [isAsking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error, progress } = usePayrollRun()
  const mustType = suspicious && leaving.size > 5
  const isTypedWrong = mustType && Number(typed) !== leaving.size
  const summary = formatSummary(counts, formatCount(leaving.size, 'sale', 'salen'))
  function apply() {
    setChecked(true)
    if (isTypedWrong) return
    setAsking(false)
    const people = [...leaving].map((id) => ({ id, receiver: receivers[id]?.id ?? '' }))
    const body = { import: preview.import, invites, leaving: people, ...(mustType && { typed: leaving.size }) }
    mutate({ call: 'apply', ...body }, { onSuccess: onDone })
  }
  if (isPending)
    return (
      <Panel title="Aplicar la nómina">
        <Progress label="Aplicando" {...progress} />
      </Panel>
    )
  return (
    <Stack>
      {error && (
        <Notice tone="danger" live>
          {describeError(error)}
        </Notice>
      )}
      <p>
        <strong>{`${summary} · ${formatCount(counts.unchanged, 'igual', 'iguales')}.`}</strong>
      </p>
      {counts.unidentified > 0 && left.length > 0 && (
        <Notice tone="warning">
          {`${formatCount(counts.unidentified, 'fila con errores no dice', 'filas con errores no dicen')} de quién es. Marque solo a quien salió.`}
        </Notice>
      )}
      <RowList
        title="No se importan"
        count={counts.errors}
        rows={preview.errors}
        format={(key, code) => formatError(key, String(code), fields)}
        isOpenAtFirst
      />
      {left.length > 0 && (
        <Panel
          flush
          title={`Faltan en la hoja: ${formatNumber(left.length)}`}
          description="Las personas marcadas se desactivan y entregan lo que dejan abierto. Desmarque a quien sigue."
        >
          <LeavingTable
            people={left}
            leaving={leaving}
            onLeaving={setLeaving}
            receivers={receivers}
            onReceiver={(id, receiver) => setReceivers({ ...receivers, [id]: receiver })}
          />
        </Panel>
      )}
      {excused.length > 0 && (
        <Notice tone="neutral">{`Faltan, pero siguen activas porque un programa usa su cuenta: ${formatList(excused, 20)}.`}</Notice>
      )}
      <RowList
        title="Con cambios"
        count={counts.changed}
        rows={preview.changed}
        format={(key, change) => formatChange(key, change as PayrollChanges[string], fields)}
        isOpenAtFirst
      />
      <RowList title="Nuevas" count={counts.created} rows={preview.created} format={(_, email) => String(email)} />
      {counts.created > 0 && (
        <Checkbox
          label="Enviar a cada persona nueva un correo para elegir su contraseña"
          checked={invites}
          onChange={({ target }) => setInvites(target.checked)}
        />
      )}
      <StepNavigationBar note="Podrá deshacerlo después.">
        <Button onClick={onBack}>Volver a las filas</Button>
        <Button
          variant="primary"
          disabled={counts.created + counts.changed + leaving.size === 0}
          onClick={() => setAsking(true)}
        >
          Aplicar
        </Button>
      </StepNavigationBar>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={apply}
        title="¿Aplicar la nómina?"
        confirmLabel="Aplicar"
        danger={leaving.size > 0}
      >
        <Stack>
          <p>{`${summary}.`}</p>
          {mustType && (
            <FormField
              label="Cuántas personas salen"
              required
              help="Sale más de la quinta parte de la nómina. Si no es así, revise que la hoja esté completa."
              error={isChecked && isTypedWrong ? 'Escriba cuántas personas marcó.' : undefined}
            >
              <TextInput numeric value={typed} onChange={({ target }) => setTyped(target.value)} />
            </FormField>
          )}
        </Stack>
      </ConfirmDialog>
    </Stack>
  )
}

interface RowListProps {
  title: string
  /** Number of rows, of which `rows` lists the first. */
  count: number
  rows: PayrollPreview['changed']
  format: (key: string, cell: unknown) => ReactNode
  isOpenAtFirst?: boolean
}

/** Rows of a payroll with their changes or errors. */
function RowList({ title, count, rows, format, isOpenAtFirst = false }: RowListProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  if (count === 0) return null
  return (
    <CollapsiblePanel title={`${title}: ${formatNumber(count)}`} icon="users" open={isOpen} onOpenChange={setOpen}>
      <Stack>
        <Table
          caption={title}
          rows={rows}
          rowId={({ row }) => String(row)}
          columns={[
            { id: 'row', header: 'Fila', card: 'meta', cell: ({ row }) => `Fila ${row}` },
            { id: 'name', header: 'Persona', card: 'title', cell: ({ name }) => name || '—' },
            {
              id: 'cells',
              header: 'Datos',
              card: 'text',
              cell: ({ cells }) => Object.entries(cells).map(([key, cell]) => <div key={key}>{format(key, cell)}</div>),
            },
          ]}
        />
        {count > rows.length && <p>{`Y ${formatNumber(count - rows.length)} más.`}</p>}
      </Stack>
    </CollapsiblePanel>
  )
}

/** Formats a change: «Cargo: Analista → Coordinadora». */
function formatChange(key: string, { from, to }: PayrollChanges[string], fields: readonly Field[]): string {
  if (key === activityKey) return 'Se activa la cuenta'
  const field = fields.find((each) => each.key === key)
  const [before, after] = [from, to].map((value) => (value && field ? formatValue(field, value as Value) : '—'))
  return `${field?.label ?? key}: ${before} → ${after}`
}

function formatError(key: string, code: string, fields: readonly Field[]): string {
  const field = fields.find((each) => each.key === key)
  return field ? `${field.label}: ${getFieldErrorMessage(field, code, [])}` : describeError(code)
}
