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

const labels = { file: 'Certificado', password: 'Contraseña del archivo' }
/** Maximum bytes that are read of a file. The form refuses longer files. */
const maxReadBytes = 60_000

/** Dialog that uploads a certificate: a P12 with its password, or PEM. */
export function SealUploadDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const uploading = useMutation({ ...uploadSealMutation, onSuccess: onClose })
  const { form, dialog, field } = useFormDialog<SealUpload>({
    labels,
    resolver: zodResolver(sealUploadSchema),
    values: { file: '', password: '' },
    noun: 'este certificado',
    send: (upload) => uploading.mutateAsync(upload),
  })
  async function chooseFile(file: File) {
    const content = await readBase64(file).catch(() => undefined)
    if (content === undefined)
      return form.setError('file', { message: 'El archivo no se pudo leer. Elíjalo de nuevo.' })
    form.clearErrors('file')
    form.setValue('file', content, { shouldDirty: true })
    setName(file.name)
  }
  return (
    <FormDialog
      id="seal"
      title="Subir un certificado"
      description="Reemplaza al certificado actual y, si trae clave, a la clave guardada. Los documentos ya sellados no cambian."
      submit="Usar este certificado"
      {...dialog}
      onClose={onClose}
    >
      <FormField
        {...field('file')}
        group
        help="P12, PFX, PEM o CER. Si el archivo no trae la clave, se usa la de la petición o la del certificado actual."
      >
        <FileDrop
          accept=".pem,.cer,.crt,.der,.p12,.pfx"
          label="Suelte aquí el certificado"
          hint={name && `Elegido: ${name}`}
          onFile={(file) => void chooseFile(file)}
        />
      </FormField>
      {/\.(p12|pfx)$/i.test(name) && (
        <FormField {...field('password')} optional>
          <PasswordInput autoComplete="off" {...form.register('password')} />
        </FormField>
      )}
    </FormDialog>
  )
}

/** Returns the start of a file in Base64. */
async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, maxReadBytes).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
