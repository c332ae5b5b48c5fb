import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type BackupPlan, backupPeriodLabels, backupPeriods, maxStoredBackups } from '../domain/backups/backup.ts'
import { backupPlanSchema } from '../domain/backups/backup-input.ts'
import { formatTimeOfDay } from '../domain/time/date.ts'
import { useFormFields } from '../lib/use-form-fields.ts'
import { Button } from '../ui/actions/button.tsx'
import { FormField } from '../ui/form/form-field.tsx'
import { FormFrame } from '../ui/form/form-frame.tsx'
import { Select } from '../ui/form/select.tsx'
import { Cluster } from '../ui/page/cluster.tsx'
import { Columns } from '../ui/page/columns.tsx'
import { saveBackupScheduleMutation } from './queries.ts'

const labels = { period: 'Frecuencia', hour: 'Hora' }
const periods = backupPeriods.map((period) => ({ value: period, label: backupPeriodLabels[period] }))
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatTimeOfDay(hour, 0) }))

export function BackupScheduleForm({ plan }: { plan: BackupPlan }) {
  const saving = useMutation(saveBackupScheduleMutation())
  const { form, frame, field } = useFormFields<BackupPlan>({
    labels,
    resolver: zodResolver(backupPlanSchema),
    values: plan,
    isLive: true,
    async send(values) {
      await saving.mutateAsync(values)
      form.reset(values)
    },
  })
  const isByHand = form.watch('period') === 'never'
  return (
    <FormFrame {...frame}>
      <Columns min={14}>
        <FormField {...field('period')}>
          <Select options={periods} {...form.register('period')} />
        </FormField>
        {!isByHand && (
          <FormField {...field('hour')}>
            <Select options={hours} {...form.register('hour', { valueAsNumber: true })} />
          </FormField>
        )}
      </Columns>
      <p>
        {!isByHand && 'La hora es la del país de la organización. '}
        {`Se conservan las ${maxStoredBackups} últimas copias correctas.`}
      </p>
      <Cluster>
        <Button type="submit" pending={saving.isPending}>
          Guardar la programación
        </Button>
      </Cluster>
    </FormFrame>
  )
}
