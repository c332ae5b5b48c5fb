import { useMutation } from '@tanstack/react-query'
import type { Value } from '../../../domain/fields/field.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import type { User } from '../../../domain/users/user.ts'
import { createValidationContext } from '../../../lib/validation-context.ts'
import { saveProfile } from '../../../session/account.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { Stack } from '../../../ui/page/layout.tsx'
import { useProfileForm } from '../../../users/use-profile-form.tsx'

/** Form of the profile fields that the organisation defines. */
export function OwnValues({ user, settings }: { user: User; settings: Settings }) {
  const saving = useMutation({
    mutationKey: ['users'],
    mutationFn: (profile: Record<string, Value | null>) => saveProfile(user, { profile }),
    meta: { success: 'Datos guardados.', quiet: true },
  })
  const fields = settings.profileFields ?? []
  const { inputs, frame } = useProfileForm({
    fields,
    profile: user.profile,
    context: createValidationContext(settings),
    onSave: saving.mutateAsync,
  })
  return (
    <div style={{ maxWidth: '26rem' }}>
      <Stack>
        <FormFrame id="own-values" {...frame}>
          {inputs}
        </FormFrame>
        {fields.some(({ own }) => own) && (
          <div>
            <Button type="submit" form="own-values" pending={saving.isPending}>
              Guardar los datos
            </Button>
          </div>
        )}
      </Stack>
    </div>
  )
}
