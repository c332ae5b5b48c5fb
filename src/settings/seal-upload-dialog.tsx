import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type SealUpload, sealUploadSchema } from '../domain/settings/seal-input.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { FormField } from '../ui/form/form-field.tsx'
import { PasswordInput } from '../ui/form/password-input.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { uploadSealMutation } from './seal-queries.ts'

const labels = { file: 'Certificado', key: 'Clave privada', password: 'Contraseña del archivo' }
/** Maximum bytes that are read of a file. The form refuses longer files. */
const maxReadBytes = 60_000

interface Props {
  /** Whether the certificate is the answer to the request, whose key the server has. */
  isAnswer?: boolean
  onClose: () => void
}

/** Dialog that uploads a certificate: a P12 with its password, or PEM with its key. */
export function SealUploadDialog({ isAnswer = false, onClose }: Props) {
  const [names, setNames] = useState({ file: '', key: '' })
  const uploading = useMutation({ ...uploadSealMutation, onSuccess: onClose })
  const { form, dialog, field } = useFormDialog<SealUpload>({
    labels,
    resolver: zodResolver(sealUploadSchema),
    values: { file: '', key: '', password: '' },
    noun: 'este certificado',
    send: (upload) => uploading.mutateAsync(upload),
  })
  const isP12 = /\.(p12|pfx)$/i.test(names.file)
  async function chooseFile(name: 'file' | 'key', file: File) {
    const content = await readBinaryText(file)
    if (content === undefined) return form.setError(name, { message: 'El archivo no se pudo leer. Elíjalo de nuevo.' })
    form.clearErrors(name)
    form.setValue(name, name === 'file' ? btoa(content) : content, { shouldDirty: true })
    if (name === 'key') return setNames({ ...names, key: file.name })
    // A PEM file may have the key beside the certificate.
    const hasKey = content.includes('PRIVATE KEY-----')
    form.setValue('key', hasKey ? content : '')
    setNames({ file: file.name, key: hasKey ? file.name : '' })
  }
  const picker = (name: 'file' | 'key', accept: string, label: string, help?: string) => (
    <FormField {...field(name)} group help={help}>
      <FileDrop
        accept={accept}
        label={label}
        hint={names[name] && `Elegido: ${names[name]}`}
        onFile={(file) => void chooseFile(name, file)}
      />
    </FormField>
  )
  return (
    <FormDialog
      id="seal"
      title={isAnswer ? 'Subir la respuesta' : 'Subir un certificado'}
      description="Reemplaza al certificado actual, si hay uno. Los documentos ya sellados no cambian."
      submit="Usar este certificado"
      {...dialog}
      onClose={onClose}
    >
      {picker(
        'file',
        '.pem,.cer,.crt,.der,.p12,.pfx',
        'Suelte aquí el certificado',
        isAnswer ? 'PEM o CER.' : 'P12, PFX, PEM o CER.',
      )}
      {names.file &&
        !isP12 &&
        !isAnswer &&
        picker(
          'key',
          '.key,.pem',
          'Suelte aquí la clave',
          'PEM sin contraseña. No hace falta si va en el mismo archivo o si el certificado renueva el actual.',
        )}
      {isP12 && (
        <FormField {...field('password')} optional>
          <PasswordInput autoComplete="off" {...form.register('password')} />
        </FormField>
      )}
    </FormDialog>
  )
}

/** Returns the start of a file as text with one character a byte; `undefined` if it cannot be read. */
async function readBinaryText(file: File): Promise<string | undefined> {
  const bytes = await file
    .slice(0, maxReadBytes)
    .arrayBuffer()
    .catch(() => undefined)
  return bytes && Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
}
