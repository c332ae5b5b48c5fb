import { formatCount } from '../../lib/number-format.ts'
import type { AmbiguousFileName } from '../../sheets/validation/row-files.ts'
import { FormField } from '../../ui/form-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'

interface Props {
  same: readonly AmbiguousFileName[]
  onChoose: (name: string, path: string) => void
}

/** Maximum number of questions. For further names, the user must write the folder before the file name in the rows. */
const maxQuestions = 10

/** Questions about file names that occur in several folders. The user chooses one file per name. */
export function AmbiguousFileNames({ same, onChoose }: Props) {
  if (same.length === 0) return null
  const open = same.filter(({ chosen }) => !chosen).length
  return (
    <Notice
      tone={open > 0 ? 'warning' : 'neutral'}
      live={open > 0}
      title={
        open > 0
          ? `${formatCount(open, 'nombre está', 'nombres están')} en varias carpetas: elija el archivo`
          : 'Nombres que están en varias carpetas'
      }
    >
      {same.slice(0, maxQuestions).map(({ name, paths, chosen, rows }) => (
        <FormField key={paths.join('\n')} label={`${name} (${formatCount(rows, 'fila', 'filas')})`}>
          <Select
            placeholder="Elija el archivo"
            options={paths.map((path) => ({ value: path, label: path }))}
            value={chosen}
            onChange={(event) => onChoose(name, event.target.value)}
          />
        </FormField>
      ))}
      <p>Si no es el mismo para todas las filas, escriba la carpeta en cada una: carpeta/nombre.pdf.</p>
    </Notice>
  )
}
