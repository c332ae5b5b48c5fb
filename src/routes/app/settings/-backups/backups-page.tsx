import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatBackupStatus } from '../../../../backups/backup-status.ts'
import { BackupTable } from '../../../../backups/backup-table.tsx'
import { DownloadBackupDialog } from '../../../../backups/download-backup-dialog.tsx'
import {
  backupListQuery,
  createBackupMutation,
  deleteBackupMutation,
  saveBackupScheduleMutation,
} from '../../../../backups/queries.ts'
import {
  type BackupPlan,
  backupPeriodLabels,
  backupStepLabels,
  maxStoredBackups,
} from '../../../../domain/backups/backup.ts'
import { backupPlanSchema } from '../../../../domain/backups/backup-input.ts'
import type { Backup, BackupProgress } from '../../../../domain/backups/backup-output.ts'
import { formatTimeOfDay } from '../../../../domain/time/date.ts'
import { HistoryPanel } from '../../../../history/history-panel.tsx'
import { formatRelativeDateTime } from '../../../../lib/date-format.ts'
import { formatFileSize, formatNumber } from '../../../../lib/number-format.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { useFormFields } from '../../../../lib/use-form-fields.ts'
import { dashboardQuery } from '../../../../requests/queries.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { SettingsHeader } from '../../../../settings/settings-header.tsx'
import { Button, IconButton } from '../../../../ui/actions/button.tsx'
import { Progress } from '../../../../ui/data/progress.tsx'
import { FormField, Select } from '../../../../ui/form/form-field.tsx'
import { FormFrame } from '../../../../ui/form/form-frame.tsx'
import { MutationDialog } from '../../../../ui/overlay/mutation-dialog.tsx'
import { Cluster, Columns, Panel, Stack } from '../../../../ui/page/layout.tsx'
import { Notice } from '../../../../ui/state/screen-states.tsx'

const from = '/app/settings/backups'

const storageLabels = {
  disk: 'Se guardan en el disco del servidor, junto a los datos. Descargue una de vez en cuando y guárdela en otra máquina.',
  s3: 'Se guardan en S3, fuera de esta máquina.',
}

export function BackupsPage() {
  const { user } = useRouteContext({ from })
  const { data } = useSuspenseQuery(backupListQuery)
  const { data: settings } = useQuery(settingsQuery())
  const making = useMutation(createBackupMutation)
  const [asked, setAsked] = useState<{ backup: Backup; to: 'download' | 'delete' }>()
  const isMaking = data.items.some(({ status }) => status === 'making')
  const { tone, text } = formatBackupStatus(data.state)
  // Refetches the dashboard after the user leaves the page, because it shows the backup status.
  useEffect(() => () => void queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey }), [])
  return (
    <Stack gap={5}>
      <SettingsHeader
        title="Copias de seguridad"
        description={storageLabels[data.storage]}
        actions={
          <Button variant="primary" icon="copy" pending={making.isPending || isMaking} onClick={() => making.mutate()}>
            Hacer una copia ahora
          </Button>
        }
      />
      <Notice tone={tone}>{text}</Notice>
      {isMaking && (
        <Panel title="Se está haciendo una copia" description="Puede seguir trabajando.">
          <BackupProgressBar progress={data.progress} />
        </Panel>
      )}
      {data.excludesFiles && (
        <Notice tone="info">
          Los documentos y los demás archivos están en S3 y no van en las copias: proteja ese almacén con sus propias
          versiones.
        </Notice>
      )}
      <Panel title="Programación">
        <BackupScheduleForm plan={data.plan} />
      </Panel>
      {data.items.length > 0 && (
        <BackupTable
          backups={data.items}
          actionsOf={(backup) => (
            <Cluster end>
              {(backup.status === 'good' || backup.status === 'found') && (
                <Button size="s" icon="download" onClick={() => setAsked({ backup, to: 'download' })}>
                  Descargar
                </Button>
              )}
              {backup.status !== 'making' && (
                <IconButton
                  size="s"
                  icon="trash"
                  label={`Borrar la copia de ${formatRelativeDateTime(backup.created)}`}
                  onClick={() => setAsked({ backup, to: 'delete' })}
                />
              )}
            </Cluster>
          )}
        />
      )}
      {settings && (
        <HistoryPanel subject="settings" subjectId={settings.id} title="Historial de los ajustes y las copias" />
      )}
      {asked?.to === 'download' && (
        <DownloadBackupDialog backup={asked.backup} email={user.email} onClose={() => setAsked(undefined)} />
      )}
      {asked?.to === 'delete' && <DeleteBackupDialog backup={asked.backup} onClose={() => setAsked(undefined)} />}
    </Stack>
  )
}

function DeleteBackupDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  return (
    <MutationDialog
      danger
      onClose={onClose}
      mutation={deleteBackupMutation}
      variables={backup.id}
      title={`¿Borrar la copia de ${formatRelativeDateTime(backup.created)}?`}
      confirmLabel="Borrar 1 copia"
    >
      {backup.status === 'failed'
        ? 'Solo se quita de la lista: no hay archivo.'
        : 'El archivo se borra del todo y no se puede recuperar.'}
    </MutationDialog>
  )
}

function BackupProgressBar({ progress }: { progress: BackupProgress | null }) {
  if (!progress) return <Progress label="Empezando" />
  const { step, done, total } = progress
  const label = backupStepLabels[step]
  if (!total) return <Progress label={label} />
  const amount = step === 'files' ? formatNumber : formatFileSize
  return (
    <Progress label={label} value={Math.min(done, total)} max={total} detail={`${amount(done)} de ${amount(total)}`} />
  )
}

const labels = { period: 'Frecuencia', hour: 'Hora' }
const periods = Object.entries(backupPeriodLabels).map(([value, { label }]) => ({ value, label }))
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatTimeOfDay(hour, 0) }))

function BackupScheduleForm({ plan }: { plan: BackupPlan }) {
  const saving = useMutation(saveBackupScheduleMutation)
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
