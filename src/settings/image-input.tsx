import { useEffect, useRef, useState } from 'react'
import { errors } from '../domain/errors.ts'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { FormField } from '../ui/form-field.tsx'
import { Stack } from '../ui/stack.tsx'
import { documentImage, type logoSize, type signatureSize } from './document-image.ts'
import s from './image-input.module.css'

interface Props {
  label: string
  name: string
  help: string
  /** What the picture shows. */
  alt: string
  size: typeof logoSize | typeof signatureSize
  /** Address of the one in use, or empty. */
  current: string
  /** A new file, null to remove it, undefined to keep what there is. */
  value: File | null | undefined
  onChange: (image: File | null | undefined) => void
  error: string | undefined
}

export function ImageInput({ label, name, help, alt, size, current, value, onChange, error }: Props) {
  const [refused, setRefused] = useState('')
  const picker = useRef<HTMLDivElement>(null)
  const chosen = useAddress(value)
  const shown = value === undefined ? current : chosen
  async function take(file: File) {
    const image = await documentImage(file, size)
    const isRefused = typeof image === 'string'
    setRefused(isRefused ? errors[image] : '')
    if (!isRefused) onChange(image)
  }
  function remove() {
    onChange(value && current ? undefined : null)
    // The button goes with the picture; what is left to do is to choose another.
    picker.current?.querySelector('button')?.focus()
  }
  return (
    <FormField label={label} name={name} optional group help={help} error={refused || error || undefined}>
      <Stack gap={2}>
        {shown && (
          <div className={s.shown}>
            <img src={shown} alt={alt} className={s.logo} />
            <Button size="s" icon="trash" onClick={remove}>
              Quitar
            </Button>
          </div>
        )}
        <div ref={picker}>
          <FileDrop
            accept="image/png,image/jpeg"
            label="Suelte aquí la imagen"
            hint="PNG o JPG; se ajusta al tamaño con que se imprime"
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
