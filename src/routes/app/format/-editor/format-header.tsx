import { Link } from '@tanstack/react-router'
import { downloadFormat } from '../../../../formats/file/download-format.ts'
import { FormatStatusBadge } from '../../../../formats/format-status-badge.tsx'
import { FormatDownloadButton } from '../../../../formats/word/format-download-button.tsx'
import { Button } from '../../../../ui/button.tsx'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
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
          {format.version === 0 && (
            <Button variant="quiet" icon="trash" onClick={() => steps.ask('delete')}>
              Borrar
            </Button>
          )}
          <LinkButton variant="quiet" icon="upload" to="/app/format/word" search={{ format: format.id }}>
            Desde Word
          </LinkButton>
          <FormatDownloadButton input={editing.input} settings={editing.settings} />
          <Button variant="quiet" icon="download" disabled={!editing.groups} onClick={() => exportFormat(editing)}>
            Exportar
          </Button>
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

/** Downloads the edited format, also its unsaved changes. */
function exportFormat({ input, signatories, groups = [], people, lists }: FormatEditorState) {
  downloadFormat(input, { signatories, groups, people, lists })
}
