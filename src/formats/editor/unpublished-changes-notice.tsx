import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

interface Props {
  version: number
  onShowVersions: () => void
}

/** Notice that saved changes are not published yet, with a button to the list of versions. */
export function UnpublishedChangesNotice({ version, onShowVersions }: Props) {
  return (
    <Notice
      title="Hay cambios guardados sin publicar"
      action={
        <Button size="s" onClick={onShowVersions}>
          Comparar con lo publicado
        </Button>
      }
    >
      Las solicitudes nuevas siguen usando la versión {version} hasta que usted publique otra.
    </Notice>
  )
}
