import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../../../lib/error-message.ts'
import { notify } from '../../../../lib/notify.ts'
import { saveSettingsMutation } from '../../../../settings/mutations.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { settingLabels } from '../../../../settings/settings-labels.ts'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { FormField } from '../../../../ui/form-field.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import { type LetterheadData, letterheadParts } from '../../../../word/reading/letterhead.ts'

/** Data of the header that differ from the organisation's letterhead. The administrator chooses which ones to save. */
export function LetterheadOffer({ data }: { data: LetterheadData }) {
  const { data: settings } = useSuspenseQuery(settingsQuery())
  const [chosen, setChosen] = useState(() => letterheadParts.filter((part) => data[part] && !settings[part]))
  const saving = useMutation({ ...saveSettingsMutation(), onError: (error) => notify.error(describeError(error)) })
  const offered = letterheadParts.filter((part) => data[part] && data[part] !== settings[part])
  const taken = offered.filter((part) => chosen.includes(part))
  if (offered.length === 0) return Object.keys(data).length > 0 && <p>El membrete ya tiene estos datos.</p>
  return (
    <FormField label="Datos para el membrete" name="letterhead" group>
      <Stack gap={2}>
        {offered.map((part) => (
          <Checkbox
            key={part}
            label={`${settingLabels[part]}: ${data[part]}`}
            help={settings[part] ? `Ahora: ${settings[part]}` : 'Ahora está vacío.'}
            checked={chosen.includes(part)}
            onChange={({ target }) =>
              setChosen((parts) => (target.checked ? [...parts, part] : parts.filter((one) => one !== part)))
            }
          />
        ))}
        <div>
          <Button
            size="s"
            disabled={taken.length === 0}
            pending={saving.isPending}
            onClick={() =>
              saving.mutate({ id: settings.id, ...Object.fromEntries(taken.map((part) => [part, data[part]])) })
            }
          >
            Guardar en el membrete
          </Button>
        </div>
      </Stack>
    </FormField>
  )
}
