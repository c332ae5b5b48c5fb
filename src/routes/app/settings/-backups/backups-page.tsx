import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { BackupTable } from '../../../../backups/backup-table.tsx'
import { DownloadDialog } from '../../../../backups/download-dialog.tsx'
import { Making } from '../../../../backups/making.tsx'
import { PlanForm } from '../../../../backups/plan-form.tsx'
import { backupList, deleteBackup, makeBackup } from '../../../../backups/queries.ts'
import { backupSentence } from '../../../../backups/state-sentence.ts'
import type { Backup } from '../../../../domain/backups/backup.ts'
import { HistoryPanel } from '../../../../history/history-panel.tsx'
import { messageOf } from '../../../../lib/message.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { momentNear } from '../../../../lib/when.ts'
import { dashboardQuery } from '../../../../requests/queries.ts'
import { settingsRow } from '../../../../settings/queries.ts'
import { SettingsLinks } from '../../../../settings/settings-links.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Cluster } from '../../../../ui/cluster.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Stack } from '../../../../ui/stack.tsx'

const from = '/app/settings/backups'

const places = {
  disk: 'Se guardan en el disco del servidor, junto a los datos. Descargue una de vez en cuando y guárdela en otra máquina.',
  s3: 'Se guardan en S3, fuera de esta máquina.',
}

export function BackupsPage() {
  const { user } = useRouteContext({ from })
  const { data } = useSuspenseQuery(backupList())
  const { data: settings } = useQuery(settingsRow())
  const making = useMutation(makeBackup())
  const [asked, setAsked] = useState<{ backup: Backup; to: 'download' | 'delete' }>()
  const isMaking = data.items.some(({ status }) => status === 'making')
  const { tone, text } = backupSentence(data.state)
  // Refetches the dashboard afterwards, because it shows the state of the backups.
  useEffect(() => () => void queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey }), [])
  return (
    <Stack gap={5}>
      <PageHeader
        title="Copias de seguridad"
        description={places[data.place]}
        actions={
          <Button variant="primary" icon="copy" pending={making.isPending || isMaking} onClick={() => making.mutate()}>
            Hacer una copia ahora
          </Button>
        }
      />
      <SettingsLinks />
      <Notice tone={tone}>{text}</Notice>
      {isMaking && (
        <Panel title="Se está haciendo una copia" description="Puede seguir trabajando.">
          <Making progress={data.progress} />
        </Panel>
      )}
      {data.filesApart && (
        <Notice tone="info">
          Los documentos y los demás archivos están en S3 y no van en las copias: proteja ese almacén con sus propias
          versiones.
        </Notice>
      )}
      <Panel title="Programación">
        <PlanForm plan={data.plan} />
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
                  label={`Borrar la copia de ${momentNear(backup.created)}`}
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
        <DownloadDialog backup={asked.backup} email={user.email} onClose={() => setAsked(undefined)} />
      )}
      {asked?.to === 'delete' && <DeleteDialog backup={asked.backup} onClose={() => setAsked(undefined)} />}
    </Stack>
  )
}

function DeleteDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const deleting = useMutation({ ...deleteBackup(), onSuccess: onClose })
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      onConfirm={() => deleting.mutate(backup.id)}
      title={`¿Borrar la copia de ${momentNear(backup.created)}?`}
      confirmLabel="Borrar 1 copia"
      pending={deleting.isPending}
      error={deleting.error ? messageOf(deleting.error) : undefined}
    >
      {backup.status === 'failed'
        ? 'Solo se quita de la lista: no hay archivo.'
        : 'El archivo se borra del todo y no se puede recuperar.'}
    </ConfirmDialog>
  )
}
