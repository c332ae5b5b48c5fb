import { formatCount } from '../../lib/number-format.ts'
import { encodingLabels, type MojibakeReport } from '../../sheets/files/workbook.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { ImportSession } from '../intake/import-session.ts'

/** Offer to repair mojibake, with a sample: «PeÃ±a» → «Peña». */
export function MojibakeNotice({ importing, mojibake }: { importing: ImportSession; mojibake: MojibakeReport }) {
  const { count, broken, repaired, encoding, repair } = mojibake
  const title = `${formatCount(count, 'texto tiene', 'textos tienen')} letras que parecen rotas`
  const action = repair ? (
    <Button size="s" onClick={() => void importing.reread({ repair: true })}>
      Corregir las letras
    </Button>
  ) : encoding ? (
    <Button size="s" onClick={() => void importing.reread({ encoding })}>
      Leer como {encodingLabels[encoding]}
    </Button>
  ) : undefined
  return (
    <Notice tone="warning" live title={title} action={action}>
      <q>{broken}</q>
      {repaired !== undefined && (
        <>
          {' → '}
          <q>{repaired}</q>
        </>
      )}
      {!action && '. Ya venían así en el archivo y no se pueden recuperar: corrija los textos en la hoja original.'}
    </Notice>
  )
}
