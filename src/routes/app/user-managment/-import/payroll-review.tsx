import { useState } from 'react'
import { StepNavigationBar } from '../../../../batches/intake/import-steps.tsx'
import type { Field, Value } from '../../../../domain/fields/field.ts'
import { getFieldErrorMessage } from '../../../../domain/fields/field-error-message.ts'
import { formatValue } from '../../../../domain/fields/values.ts'
import { activityKey, maxListedRows } from '../../../../domain/payroll/payroll.ts'
import type { PayrollPreview } from '../../../../domain/payroll/payroll-output.ts'
import type { UserOption } from '../../../../groups/user-search-query.ts'
import { describeError } from '../../../../lib/api-error.ts'
import { formatCount, formatNumber } from '../../../../lib/number-format.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { Progress } from '../../../../ui/data/progress.tsx'
import { Table } from '../../../../ui/data/table.tsx'
import { Checkbox, FormField, TextInput } from '../../../../ui/form/form-field.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/confirm-dialog.tsx'
import { CollapsiblePanel } from '../../../../ui/page/collapsible-panel.tsx'
import { Panel, Stack } from '../../../../ui/page/layout.tsx'
import { Notice } from '../../../../ui/state/screen-states.tsx'
import { usePayrollRun } from '../../../../users/use-payroll-run.ts'
import { LeavingTable } from './leaving-table.tsx'

interface Props {
  payroll: string
  preview: PayrollPreview
  fields: readonly Field[]
  onBack: () => void
  onDone: () => void
}

/** What a payroll would change, and the choices before it is applied. */
export function PayrollReview({ payroll, preview, fields, onBack, onDone }: Props) {
  const { counts, left, excused, digest, suspicious } = preview
  // Rows that name nobody may belong to people who seem to have left.
  const [leaving, setLeaving] = useState(() => new Set(counts.unidentified ? [] : left.map(({ id }) => id)))
  const [receivers, setReceivers] = useState<Record<string, UserOption | null>>({})
  const [invites, setInvites] = useState(true)
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const { mutate, isPending, error, progress } = usePayrollRun()
  const mustType = suspicious && leaving.size > 5
  const summary = [
    formatCount(counts.created, 'persona nueva', 'personas nuevas'),
    `${formatNumber(counts.changed)} con cambios`,
    formatCount(leaving.size, 'sale', 'salen'),
  ].join(' · ')
  function apply() {
    const people = [...leaving].map((id) => ({ id, receiver: receivers[id]?.id ?? '' }))
    const body = { import: payroll, digest, invites, leaving: people, ...(mustType && { typed: Number(typed) }) }
    setAsking(false)
    mutate({ call: 'apply', ...body }, { onSuccess: onDone })
  }
  if (isPending)
    return (
      <Panel title="Aplicar la nómina">
        <Progress
          label="Aplicando"
          {...(progress.total > 0 && { value: progress.done, max: progress.total })}
          detail={progress.total > 0 && `${formatNumber(progress.done)} de ${formatNumber(progress.total)}`}
        />
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
      <RowErrors preview={preview} fields={fields} onBack={onBack} />
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
        <Notice tone="neutral">{`Faltan, pero siguen activas porque un programa usa su cuenta: ${excused.join(', ')}.`}</Notice>
      )}
      {counts.changed > 0 && (
        <Panel flush title={`Con cambios: ${formatNumber(counts.changed)}`}>
          <Table
            caption="Personas con cambios"
            rows={preview.changed}
            rowId={({ row }) => String(row)}
            columns={[
              { id: 'name', header: 'Persona', card: 'title', cell: ({ name }) => name },
              {
                id: 'changes',
                header: 'Cambios',
                card: 'text',
                cell: ({ changes }) =>
                  Object.entries(changes).map(([key, { from, to }]) => (
                    <div key={key}>{formatChange(key, from, to, fields)}</div>
                  )),
              },
            ]}
          />
          <MoreRows count={counts.changed} />
        </Panel>
      )}
      {counts.created > 0 && (
        <CollapsiblePanel
          title={`Nuevas: ${formatNumber(counts.created)}`}
          icon="users"
          open={isOpen}
          onOpenChange={setOpen}
        >
          <Table
            caption="Personas nuevas"
            rows={preview.created}
            rowId={({ row }) => String(row)}
            columns={[
              { id: 'name', header: 'Persona', card: 'title', cell: ({ name }) => name },
              { id: 'email', header: 'Correo', card: 'text', cell: ({ email }) => email },
            ]}
          />
          <MoreRows count={counts.created} />
        </CollapsiblePanel>
      )}
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
        onConfirm={() => (!mustType || Number(typed) === leaving.size) && apply()}
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
              error={typed && Number(typed) !== leaving.size ? 'No es la cantidad de personas marcadas.' : undefined}
            >
              <TextInput numeric value={typed} onChange={({ target }) => setTyped(target.value)} />
            </FormField>
          )}
        </Stack>
      </ConfirmDialog>
    </Stack>
  )
}

const MoreRows = ({ count }: { count: number }) =>
  count > maxListedRows && <p className="text-tertiary">{`Y ${formatNumber(count - maxListedRows)} más.`}</p>

/** Formats a change: «Cargo: Analista → Coordinadora». */
function formatChange(key: string, from: unknown, to: unknown, fields: readonly Field[]): string {
  if (key === activityKey) return 'Se activa la cuenta'
  const field = fields.find((each) => each.key === key)
  const [before, after] = [from, to].map((value) => (value && field ? formatValue(field, value as Value) : '—'))
  return `${field?.label ?? key}: ${before} → ${after}`
}

function RowErrors({ preview: { counts, errors }, fields, onBack }: Pick<Props, 'preview' | 'fields' | 'onBack'>) {
  if (counts.errors === 0) return null
  const describe = (key: string, code: string) => {
    const field = fields.find((each) => each.key === key)
    return field ? `${field.label}: ${getFieldErrorMessage(field, code, [])}` : describeError(code)
  }
  return (
    <Panel
      flush
      title={`No se importan: ${formatNumber(counts.errors)}`}
      {...(counts.unidentified > 0 && {
        description: `${formatCount(counts.unidentified, 'fila no dice', 'filas no dicen')} de quién es: nadie sale sin que usted lo marque.`,
      })}
      actions={
        <Button size="s" onClick={onBack}>
          Corregirlas
        </Button>
      }
    >
      <Table
        caption="Filas con errores"
        rows={errors}
        rowId={({ row }) => String(row)}
        columns={[
          { id: 'row', header: 'Fila', card: 'meta', cell: ({ row }) => `Fila ${row}` },
          { id: 'name', header: 'Persona', card: 'title', cell: ({ name }) => name || '—' },
          {
            id: 'errors',
            header: 'Motivo',
            card: 'text',
            cell: (row) => Object.entries(row.errors).map(([key, code]) => <div key={key}>{describe(key, code)}</div>),
          },
        ]}
      />
      <MoreRows count={counts.errors} />
    </Panel>
  )
}
