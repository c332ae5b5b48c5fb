import { useState } from 'react'
import type { PayrollResult } from '../../../../domain/payroll/payroll-output.ts'
import { describeError } from '../../../../lib/api-error.ts'
import { formatTimeAgo } from '../../../../lib/date-format.ts'
import { formatCount, formatList, formatNumber } from '../../../../lib/number-format.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { Progress } from '../../../../ui/data/progress.tsx'
import { Table } from '../../../../ui/data/table.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/confirm-dialog.tsx'
import { Cluster, Panel, Stack } from '../../../../ui/page/layout.tsx'
import { Notice } from '../../../../ui/state/screen-states.tsx'
import { usePayrollRun } from '../../../../users/payroll-queries.ts'
import { formatOpenWork } from './leaving-table.tsx'

const statusNotes: Record<PayrollResult['status'], string> = {
  applying: 'Quedó sin terminar.',
  applied: '',
  undoing: 'No se terminó de deshacer.',
  undone: 'Se deshizo.',
}

const skipReasons: Record<string, string> = {
  'user.email': 'su correo ya tiene otra cuenta',
  'payroll.receiver': 'quien recibía ya no está activo',
}

const maxSkipped = 20

/** Formats the numbers of a payroll: «2 personas nuevas · 1 con cambios · 3 salen». */
export const formatSummary = (
  { created, changed }: Pick<PayrollResult['counts'], 'created' | 'changed'>,
  left: string,
) => `${formatCount(created, 'persona nueva', 'personas nuevas')} · ${formatNumber(changed)} con cambios · ${left}`

/** Result of the latest payroll: who received the open work of whom, what was left out, and the undo. */
export function PayrollResultPanel({ payroll }: { payroll: PayrollResult }) {
  const { id, fileName, created, status, counts, handovers, skipped } = payroll
  const { mutate, isPending, error, variables, progress } = usePayrollRun()
  const [isAsking, setAsking] = useState(false)
  const run = (call: 'apply' | 'undo') => {
    setAsking(false)
    mutate({ call, import: id })
  }
  const summary = `${formatSummary(counts, formatCount(counts.left, 'salió', 'salieron'))}.`
  const isUnfinished = status === 'applying' || status === 'undoing'
  return (
    <Panel
      title="Última importación"
      description={`${fileName} · ${formatTimeAgo(created)}`}
      actions={
        !isPending && (
          <Cluster>
            {isUnfinished && (
              <Button size="s" variant="primary" onClick={() => run(status === 'undoing' ? 'undo' : 'apply')}>
                Terminar
              </Button>
            )}
            {(status === 'applying' || status === 'applied') && (
              <Button size="s" icon="return" onClick={() => setAsking(true)}>
                Deshacer
              </Button>
            )}
          </Cluster>
        )
      }
    >
      <Stack>
        {isPending && <Progress label={variables?.call === 'undo' ? 'Deshaciendo' : 'Aplicando'} {...progress} />}
        {error && (
          <Notice tone="danger" live>
            {describeError(error)}
          </Notice>
        )}
        <p role="status">{[statusNotes[status], status !== 'undone' && summary].filter(Boolean).join(' ')}</p>
        {skipped.length > 0 && (
          <Notice
            tone="warning"
            title={formatCount(skipped.length, 'cambio quedó por fuera', 'cambios quedaron por fuera')}
          >
            <ul>
              {skipped.slice(0, maxSkipped).map(({ name, code }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one person may have several steps
                <li key={index}>{`${name}: ${skipReasons[code] ?? 'sus datos cambiaron después'}.`}</li>
              ))}
            </ul>
            {skipped.length > maxSkipped && <p>{`Y ${formatNumber(skipped.length - maxSkipped)} más.`}</p>}
          </Notice>
        )}
        {handovers.length > 0 && (
          <Table
            caption="Quién recibió lo que dejaron"
            rows={handovers}
            rowId={({ id: user }) => user}
            columns={[
              { id: 'name', header: 'Salió', card: 'title', cell: ({ name }) => name },
              {
                id: 'work',
                header: 'Dejó',
                card: 'text',
                cell: ({ formats, decides, ...work }) => (
                  <>
                    {formatOpenWork({ ...work, formats: 0 })}
                    {decides && (
                      <div>{`Sus decisiones, por un año${formats.length ? `: ${formatList(formats, 4)}` : ''}`}</div>
                    )}
                  </>
                ),
              },
              { id: 'receiver', header: 'Recibió', cell: ({ receiver }) => receiver },
            ]}
          />
        )}
      </Stack>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => run('undo')}
        title="¿Deshacer la importación?"
        confirmLabel="Deshacer"
        danger
      >
        <p>
          Vuelven los datos anteriores y las personas que salieron. Se borran las cuentas nuevas que nadie ha usado. No
          se toca lo que cambió después.
        </p>
      </ConfirmDialog>
    </Panel>
  )
}
