import { useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { Progress } from '../../ui/data/progress.tsx'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Panel, Stack } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import type { WordImport } from './use-word-import.ts'

export function WordUpload({ importing }: { importing: WordImport }) {
  const { stage, file, error } = importing
  if (stage === 'revisions') return <RevisionsQuestion importing={importing} />
  if (stage === 'reading')
    return (
      <Panel title={file?.name}>
        <Stack>
          <Progress label="Leyendo el documento" />
          <div>
            <Button onClick={importing.restart}>Cancelar</Button>
          </div>
        </Stack>
      </Panel>
    )
  return (
    <Panel>
      <Stack>
        {error && (
          <Notice tone="danger" live title={file ? `No se pudo leer «${file.name}»` : undefined}>
            {error}
          </Notice>
        )}
        <FileDrop
          accept=".docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document"
          label="Suelte aquí el documento de Word"
          hint="Un archivo .docx de hasta 20 MB y 300 páginas. No sale de su equipo."
          onFile={importing.open}
        />
        <p>
          Se leen el texto, los títulos, las listas y las tablas. Cada espacio en blanco se propone como campo: líneas
          (____), corchetes ([nombre]), controles y campos de combinación.
        </p>
      </Stack>
    </Panel>
  )
}

function RevisionsQuestion({ importing }: { importing: WordImport }) {
  const [choice, setChoice] = useState<'accept' | 'reject'>('accept')
  const { count, authors } = importing.document?.revisions ?? { count: 0, authors: [] }
  const by = authors.length ? ` de ${authors.slice(0, 5).join(', ')}` : ''
  return (
    <Panel title={count === 1 ? 'Hay un cambio sin resolver' : `Hay ${count} cambios sin resolver`}>
      <Stack>
        <FormField
          label="¿Con qué texto continuamos?"
          name="revisions"
          group
          help={`El documento tiene control de cambios${by}.`}
        >
          <RadioGroup
            name="revisions"
            value={choice}
            onChange={setChoice}
            options={[
              { value: 'accept', label: 'Con los cambios', help: 'Se conserva lo agregado y se quita lo borrado.' },
              { value: 'reject', label: 'Sin los cambios', help: 'El texto queda como estaba antes.' },
            ]}
          />
        </FormField>
        <div>
          <Button variant="primary" onClick={() => importing.chooseRevisions(choice)}>
            Continuar
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
