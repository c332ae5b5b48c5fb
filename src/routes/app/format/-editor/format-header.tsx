import { Link, useNavigate } from '@tanstack/react-router'
import { createFormatFile } from '../../../../domain/formats/format-file.ts'
import { FormatStatusBadge } from '../../../../formats/format-status-badge.tsx'
import { downloadFile } from '../../../../lib/download-file.ts'
import { Button, IconButton } from '../../../../ui/actions/button.tsx'
import { Menu } from '../../../../ui/actions/menu.tsx'
import { PageHeader } from '../../../../ui/page/layout.tsx'
import type { FormatActions, FormatEditorState } from './use-format-editor.ts'

interface Props {
  editing: FormatEditorState
  steps: FormatActions
  mayPublish: boolean
}

export function FormatHeader({ editing, steps, mayPublish }: Props) {
  const { format, dirty } = editing
  return (
    <PageHeader
      title={format.name}
      eyebrow={<Link to="/app/format">Formatos</Link>}
      description={
        <>
          <FormatStatusBadge {...format} /> {format.version > 0 ? `Versión ${format.version}` : 'Sin publicar'}
        </>
      }
      actions={
        <>
          <FormatMenu editing={editing} onDelete={() => steps.ask('delete')} />
          {dirty && !steps.isSaving && (
            <Button variant="quiet" onClick={() => steps.ask('discard')}>
              Descartar los cambios
            </Button>
          )}
          <Button pending={steps.isSaving} onClick={steps.save}>
            Guardar
          </Button>
          {format.status !== 'archived' && (
            <Button variant="primary" disabled={!mayPublish} onClick={() => steps.ask('publish')}>
              Publicar
            </Button>
          )}
        </>
      }
    />
  )
}

/** Menu of the actions that are used rarely. */
function FormatMenu({ editing, onDelete }: { editing: FormatEditorState; onDelete: () => void }) {
  const { format, groups } = editing
  const navigate = useNavigate()
  return (
    <Menu
      trigger={<IconButton icon="more" label="Más acciones" />}
      items={[
        {
          label: 'Desde Word',
          icon: 'upload',
          onSelect: () => void navigate({ to: '/app/format/word', search: { format: format.id } }),
        },
        { label: 'Exportar', icon: 'download', disabled: !groups, onSelect: () => exportFormat(editing) },
        format.version === 0 && { label: 'Borrar', icon: 'trash', danger: true, separated: true, onSelect: onDelete },
      ]}
    />
  )
}

/** Downloads the edited format, also its unsaved changes, as a JSON file: `formato-CL.json`. */
function exportFormat({ input, signatories, groups = [], people, lists }: FormatEditorState) {
  const text = JSON.stringify(createFormatFile(input, { signatories, groups, people, lists }), null, 2)
  downloadFile(new Blob([text], { type: 'application/json' }), `formato-${input.code}.json`)
}
