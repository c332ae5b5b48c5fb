import type { FormatInput } from '../../domain/formats/format.ts'
import { formatAccessLevels } from '../../domain/formats/format-status.ts'
import { Checkbox, FormField } from '../../ui/form/form-field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Stack } from '../../ui/page/layout.tsx'

interface Props {
  input: Pick<FormatInput, 'access' | 'groups'>
  available: readonly { id: string; name: string }[] | undefined
  error: string | undefined
  onChange: (part: Partial<FormatInput>) => void
}

const accessLabels = {
  everybody: 'Todos los usuarios activos',
  groups: 'Solo los miembros de estos grupos',
} as const satisfies Record<(typeof formatAccessLevels)[number], string>

export function FormatAccessInput({ input: { access = 'everybody', groups = [] }, available, error, onChange }: Props) {
  return (
    <>
      <FormField
        label="Quién puede pedirlo"
        name="access"
        group
        help="Aplica al guardar, sin publicar. Los administradores siempre pueden."
      >
        <RadioGroup
          name="access"
          value={access}
          options={formatAccessLevels.map((value) => ({ value, label: accessLabels[value] }))}
          onChange={(value) => onChange({ access: value, ...(value === 'everybody' && { groups: [] }) })}
        />
      </FormField>
      {access === 'groups' && (
        <FormField label="Grupos que pueden pedirlo" name="groups" group error={error}>
          {available?.length === 0 ? (
            <p>No hay grupos. Créelos en Ajustes, en Grupos.</p>
          ) : (
            <Stack gap={2}>
              {available?.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={groups.includes(id)}
                  onChange={(event) =>
                    onChange({ groups: event.target.checked ? [...groups, id] : groups.filter((each) => each !== id) })
                  }
                />
              ))}
            </Stack>
          )}
        </FormField>
      )}
    </>
  )
}
