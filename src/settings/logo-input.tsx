import { useEffect, useRef, useState } from 'react'
import { errors } from '../domain/errors.ts'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { FormField } from '../ui/form-field.tsx'
import { Stack } from '../ui/stack.tsx'
import { logoImage } from './logo-image.ts'
import s from './logo-input.module.css'

interface Props {
  /** Address of the one in use, or empty. */
  current: string
  /** A new file, null to remove it, undefined to keep what there is. */
  value: File | null | undefined
  onChange: (logo: File | null | undefined) => void
  error: string | undefined
}

export function LogoInput({ current, value, onChange, error }: Props) {
  const [refused, setRefused] = useState('')
  const picker = useRef<HTMLDivElement>(null)
  const chosen = useAddress(value)
  const shown = value === undefined ? current : chosen
  async function take(file: File) {
    const logo = await logoImage(file)
    const isRefused = typeof logo === 'string'
    setRefused(isRefused ? errors[logo] : '')
    if (!isRefused) onChange(logo)
  }
  function remove() {
    onChange(value && current ? undefined : null)
    // The button goes with the picture; what is left to do is to choose another.
    picker.current?.querySelector('button')?.focus()
  }
  return (
    <FormField
      label="Logo"
      name="logo"
      optional
      group
      help="Va en el membrete de cada documento."
      error={refused || error || undefined}
    >
      <Stack gap={2}>
        {shown && (
          <div className={s.shown}>
            <img src={shown} alt="Logo de la organización" className={s.logo} />
            <Button size="s" icon="trash" onClick={remove}>
              Quitar
            </Button>
          </div>
        )}
        <div ref={picker}>
          <FileDrop
            accept="image/png,image/jpeg"
            label="Suelte aquí la imagen"
            hint="PNG o JPG; se ajusta al tamaño del membrete"
            onFile={(file) => void take(file)}
          />
        </div>
      </Stack>
    </FormField>
  )
}

/** The address of a file that was chosen and not sent yet. */
function useAddress(file: File | null | undefined): string {
  const [address, setAddress] = useState('')
  useEffect(() => {
    if (!file) return setAddress('')
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
