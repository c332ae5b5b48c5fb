import type { FormatInput } from '../../domain/format.ts'
import { sentenceOf } from '../../domain/sentence.ts'
import { Columns } from '../../ui/columns.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'

interface Props {
  input: FormatInput
  onChange: (part: Partial<FormatInput>) => void
  faults: Record<string, string>
  /** Documents that were given out carry the code. */
  codeIsKept: boolean
}

export function FormatData({ input, onChange, faults, codeIsKept }: Props) {
  const errorOf = (path: string) => (faults[path] ? sentenceOf(faults[path]) : undefined)
  return (
    <Stack>
      <Columns min={14}>
        <FormField
          label="Código"
          name="code"
          required
          help={codeIsKept ? 'Los documentos ya lo llevan: no cambia.' : 'De 2 a 4 letras mayúsculas.'}
          error={errorOf('code')}
        >
          <TextInput
            value={input.code}
            readOnly={codeIsKept}
            maxLength={4}
            onChange={(event) => onChange({ code: event.target.value.toUpperCase() })}
          />
        </FormField>
        <FormField label="Categoría" name="category" required error={errorOf('category')}>
          <TextInput value={input.category} onChange={(event) => onChange({ category: event.target.value })} />
        </FormField>
      </Columns>
      <FormField label="Nombre" name="name" required error={errorOf('name')}>
        <TextInput value={input.name} onChange={(event) => onChange({ name: event.target.value })} />
      </FormField>
      <FormField label="Descripción" name="description" optional error={errorOf('description')}>
        <TextArea
          rows={3}
          maxLength={500}
          value={input.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </FormField>
      <Switch
        label="Cada solicitud se revisa antes de aprobarse"
        help="Quién decide se elige en la pestaña Aprobación. Sin revisión, la solicitud se aprueba y su documento se hace en cuanto se envía."
        checked={input.requiresReview}
        onChange={(event) => onChange({ requiresReview: event.target.checked })}
      />
      {input.requiresReview && (
        <FormField
          label="Días hábiles para decidir"
          name="dueDays"
          help="Desde el día siguiente al envío, sin sábados, domingos ni festivos del país. 0: sin plazo. Vale para lo que se envíe desde que guarde."
          error={errorOf('dueDays')}
        >
          <TextInput
            type="number"
            inputMode="numeric"
            min={0}
            max={365}
            value={input.dueDays ?? 0}
            onChange={(event) => onChange({ dueDays: Math.floor(Number(event.target.value)) || 0 })}
          />
        </FormField>
      )}
      <Switch
        label="La aprobación hace un documento definitivo"
        help="Sin la marca PRELIMINAR, desde la próxima versión que publique. Si no, sale preliminar y un administrador puede emitirlo después."
        checked={input.makesFinal ?? false}
        onChange={(event) => onChange({ makesFinal: event.target.checked })}
      />
    </Stack>
  )
}
