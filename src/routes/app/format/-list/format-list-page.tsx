import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Format } from '../../../../domain/formats/format.ts'
import { formatStatuses, formatStatusLabels } from '../../../../domain/formats/format-status.ts'
import { allFormatsQuery, changeFormatStatusMutation } from '../../../../formats/admin-queries.ts'
import { findFormats } from '../../../../formats/find-formats.ts'
import { FormatTable } from '../../../../formats/format-table.tsx'
import { NewFormatDialog } from '../../../../formats/new-format-dialog.tsx'
import { formatNumber } from '../../../../lib/number-format.ts'
import { useRealtimeUpdates } from '../../../../lib/realtime.ts'
import { Button, IconButton, LinkButton } from '../../../../ui/actions/button.tsx'
import { Menu } from '../../../../ui/actions/menu.tsx'
import { SegmentedLink, SegmentedLinks } from '../../../../ui/actions/segmented-links.tsx'
import { SearchInput } from '../../../../ui/form/search-input.tsx'
import { MutationDialog } from '../../../../ui/overlay/mutation-dialog.tsx'
import { PageHeader, Stack } from '../../../../ui/page/layout.tsx'
import { EmptyState } from '../../../../ui/state/screen-states.tsx'
import { parseFormatListSearchParams } from './format-search.ts'
import { ImportFormatDialog } from './import-format-dialog.tsx'

const from = '/app/format/'

type OpenDialog = { what: 'new' | 'import' } | { what: 'copy' | 'archive' | 'restore'; format: Format }

export function FormatListPage() {
  const { data } = useSuspenseQuery(allFormatsQuery)
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const [asking, setAsking] = useState<OpenDialog | null>(null)
  useRealtimeUpdates('formats')
  const { formats: found, isApproximate } = findFormats(data, search.search ?? '')
  const shown = found.filter((format) => !search.status || format.status === search.status)
  const open = (format: Format) => navigate({ to: '/app/format/$formatId', params: { formatId: format.id } })

  return (
    <Stack>
      <PageHeader
        title="Formatos"
        description="Campos y redacción de los documentos que se pueden solicitar."
        actions={
          <>
            <LinkButton to="/app/format/word" icon="upload">
              Desde Word
            </LinkButton>
            <Button icon="file" onClick={() => setAsking({ what: 'import' })}>
              Importar formato
            </Button>
            <Button variant="primary" icon="plus" onClick={() => setAsking({ what: 'new' })}>
              Nuevo formato
            </Button>
          </>
        }
      />
      <SegmentedLinks label="Estado">
        {([undefined, ...formatStatuses] as const).map((status) => (
          <SegmentedLink
            key={status ?? 'all'}
            to="."
            search={parseFormatListSearchParams({ ...search, status })}
            aria-current={search.status === status ? 'page' : undefined}
            count={formatNumber(found.filter((format) => !status || format.status === status).length)}
          >
            {status ? formatStatusLabels[status].plural : 'Todos'}
          </SegmentedLink>
        ))}
      </SegmentedLinks>
      <SearchInput
        label="Buscar un formato"
        value={search.search ?? ''}
        onChange={(text) =>
          void navigate({ search: parseFormatListSearchParams({ ...search, search: text }), replace: true })
        }
      />
      {isApproximate && <p role="status">Ningún formato se llama así. Estos son los más parecidos.</p>}
      {shown.length === 0 ? (
        <EmptyState
          icon="format"
          title="Ningún formato coincide"
          action={<LinkButton to="/app/format">Ver todos los formatos</LinkButton>}
        >
          Pruebe con otra palabra o con otro estado. Un formato en borrador o archivado no se puede solicitar.
        </EmptyState>
      ) : (
        <FormatTable
          formats={shown}
          actionsOf={(format) => (
            <FormatMenu
              format={format}
              onOpen={() => void open(format)}
              onAsk={(what) => setAsking({ what, format })}
            />
          )}
        />
      )}
      {(asking?.what === 'new' || asking?.what === 'copy') && (
        <NewFormatDialog
          original={asking.what === 'copy' ? asking.format : undefined}
          onClose={() => setAsking(null)}
          onMade={(format) => void open(format)}
        />
      )}
      {asking?.what === 'import' && (
        <ImportFormatDialog onClose={() => setAsking(null)} onMade={(format) => void open(format)} />
      )}
      {(asking?.what === 'archive' || asking?.what === 'restore') && (
        <StatusChangeDialog step={asking.what} format={asking.format} onClose={() => setAsking(null)} />
      )}
    </Stack>
  )
}

interface FormatMenuProps {
  format: Format
  onOpen: () => void
  onAsk: (what: 'copy' | 'archive' | 'restore') => void
}

function FormatMenu({ format, onOpen, onAsk }: FormatMenuProps) {
  return (
    <Menu
      trigger={<IconButton icon="more" size="s" label={`Más acciones para ${format.name}`} />}
      items={[
        { label: 'Editar', icon: 'edit', onSelect: onOpen },
        { label: 'Copiar', icon: 'copy', onSelect: () => onAsk('copy') },
        format.status === 'published' && {
          label: 'Archivar',
          icon: 'archive',
          separated: true,
          onSelect: () => onAsk('archive'),
        },
        format.status === 'archived' && {
          label: 'Publicar otra vez',
          icon: 'refresh',
          onSelect: () => onAsk('restore'),
        },
      ]}
    />
  )
}

function StatusChangeDialog(props: { step: 'archive' | 'restore'; format: Format; onClose: () => void }) {
  const { step, format, onClose } = props
  const archives = step === 'archive'
  const success = archives ? `«${format.name}» archivado.` : `«${format.name}» publicado otra vez.`
  return (
    <MutationDialog
      mutation={{ ...changeFormatStatusMutation, meta: { ...changeFormatStatusMutation.meta, success } }}
      variables={{ id: format.id, step }}
      onClose={onClose}
      title={archives ? `¿Archivar «${format.name}»?` : `¿Publicar «${format.name}» otra vez?`}
      confirmLabel={archives ? 'Archivar' : 'Publicar otra vez'}
    >
      <p>
        {archives ? 'No se podrá solicitar. Las solicitudes existentes no cambian.' : 'Se podrá solicitar de nuevo.'}
      </p>
    </MutationDialog>
  )
}
