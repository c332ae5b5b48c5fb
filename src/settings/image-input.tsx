import { useEffect, useRef, useState } from 'react'
import { errorMessages } from '../domain/errors.ts'
import { Button } from '../ui/actions/button.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { FormField } from '../ui/form/form-field.tsx'
import { Stack } from '../ui/page/layout.tsx'
import s from './image-input.module.css'
import { type maxLogoSize, type maxSignatureSize, resizeDocumentImage } from './resize-document-image.ts'

interface Props {
  label: string
  name: string
  help: string
  alt: string
  size: typeof maxLogoSize | typeof maxSignatureSize
  /** URL of the stored picture; empty if none. */
  current: string
  /** New file; `null` to remove the picture, `undefined` to leave it unchanged. */
  value: File | null | undefined
  onChange: (image: File | null | undefined) => void
  error: string | undefined
}

export function ImageInput({ label, name, help, alt, size, current, value, onChange, error }: Props) {
  const [refused, setRefused] = useState('')
  const picker = useRef<HTMLDivElement>(null)
  const chosen = useObjectUrl(value)
  const shown = value === undefined ? current : chosen
  async function take(file: File) {
    const image = await resizeDocumentImage(file, size)
    const isRefused = typeof image === 'string'
    setRefused(isRefused ? errorMessages[image] : '')
    if (!isRefused) onChange(image)
  }
  function remove() {
    onChange(value && current ? undefined : null)
    // Moves focus to the file picker, because the remove button disappears with the picture.
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

/** Returns an object URL of a file that is not uploaded yet; empty if none. */
function useObjectUrl(file: File | null | undefined): string {
  const [address, setAddress] = useState('')
  useEffect(() => {
    if (!file) return setAddress('')
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
