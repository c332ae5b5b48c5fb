import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type BackupPlan, backupPeriodLabels, backupPeriods, maxStoredBackups } from '../domain/backups/backup.ts'
import { backupPlanSchema } from '../domain/backups/backup-input.ts'
import { formatTimeOfDay } from '../domain/time/date.ts'
import { applyFieldErrors, getFieldError, getFormFrameProps, withMessages } from '../lib/form-errors.ts'
import { Button } from '../ui/button.tsx'
import { Cluster } from '../ui/cluster.tsx'
import { Columns } from '../ui/columns.tsx'
import { FormField } from '../ui/form-field.tsx'
import { FormFrame } from '../ui/form-frame.tsx'
import { Select } from '../ui/select.tsx'
import { saveBackupScheduleMutation } from './queries.ts'

const labels = { period: 'Frecuencia', hour: 'Hora' }
const periods = backupPeriods.map((period) => ({ value: period, label: backupPeriodLabels[period] }))
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatTimeOfDay(hour, 0) }))

export function BackupScheduleForm({ plan }: { plan: BackupPlan }) {
  const form = useForm<BackupPlan>({
    resolver: withMessages(zodResolver(backupPlanSchema)),
    values: plan,
    resetOptions: { keepDirtyValues: true },
  })
  const saving = useMutation({
    ...saveBackupScheduleMutation(),
    onSuccess: (_, saved) => form.reset(saved),
    onError: (error) => applyFieldErrors(form, error),
  })
  const { errors } = form.formState
  const isByHand = form.watch('period') === 'never'
  return (
    <FormFrame {...getFormFrameProps(form, labels)} onSubmit={form.handleSubmit((values) => saving.mutate(values))}>
      <Columns min={14}>
        <FormField label={labels.period} name="period" error={getFieldError(errors, 'period')}>
          <Select options={periods} {...form.register('period')} />
        </FormField>
        {!isByHand && (
          <FormField label={labels.hour} name="hour" error={getFieldError(errors, 'hour')}>
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
