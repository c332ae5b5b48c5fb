import { useBlocker } from '@tanstack/react-router'
import { use, useEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { useStore } from 'zustand'
import {
  type Attachment,
  getAcceptedExtensions,
  getFileError,
  getMaxMegabytes,
  isImageFile,
  maxFilesPerField,
} from '../../domain/attachments/attachment.ts'
import type { Column } from '../../domain/fields/field.ts'
import { getFieldErrorMessage } from '../../domain/fields/field-error-message.ts'
import { createRecordId } from '../../lib/create-record-id.ts'
import { formatCount, formatFileSize, formatList } from '../../lib/number-format.ts'
import { IconButton } from '../../ui/actions/button.tsx'
import { Progress } from '../../ui/data/progress.tsx'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { type FormRow, hasUploadFailed } from '../form-values.ts'
import { FormControlsContext } from './controls.tsx'
import s from './file-control.module.css'
import { preparePhoto } from './photo.ts'
import {
  cancelAllUploads,
  cancelUpload,
  countActiveUploads,
  type FileUpload,
  startUpload,
  uploadStore,
} from './uploads.ts'

/** File input that uploads files as soon as they are chosen. Also lists files that are uploading or were refused. */
export function FileControl({ field: definition, path }: { field: Column; path: string }) {
  const { form, onBlur } = use(FormControlsContext)
  const { field } = useController({ name: path, control: form.control })
  const state = useStore(uploadStore)
  const files = (field.value ?? []) as FormRow[]
  const maxFiles = Math.min(Number(definition.max ?? maxFilesPerField), maxFilesPerField)
  const adding = useRef<HTMLButtonElement>(null)
  const { omittedFiles, told: rejectionText, add, addPhoto, retry, remove } = useChosenFiles(definition, path, maxFiles)
  useUploadBlocker()

  return (
    <Stack gap={2}>
      {files.length > 0 && (
        <ul className="stack-2" aria-label={definition.label}>
          {files.map((file) => (
            <FileRow
              key={String(file.id)}
              file={file}
              upload={state[String(file.id)]}
              onRetry={(replacement) => retry(String(file.id), replacement)}
              onRemove={() => {
                remove(file)
                adding.current?.focus()
                onBlur(path)
              }}
            />
          ))}
        </ul>
      )}
      <FileDrop
        button={adding}
        label={files.length ? 'Suelte aquí más archivos' : 'Suelte aquí los archivos'}
        accept={getAcceptedExtensions(definition).join()}
        several={maxFiles > 1}
        onFile={add}
        onPhoto={getAcceptedExtensions(definition).some(isImageFile) ? addPhoto : undefined}
        hint={`${maxFiles === 1 ? 'Un archivo' : `Hasta ${maxFiles} archivos`} de ${getMaxMegabytes(definition)} MB ${maxFiles === 1 ? 'como máximo' : 'cada uno'}: ${getAcceptedExtensions(definition).join(' ')}`}
      />
      <span role="status" className="text-secondary">
        {omittedFiles.length > 0
          ? `${formatCount(maxFiles, 'archivo', 'archivos')} como máximo. No se adjuntó ${formatList(omittedFiles.map(({ name }) => name))}.`
          : rejectionText}
      </span>
    </Stack>
  )
}

/** Asks before navigation while files are uploading, because leaving cancels the uploads. */
function useUploadBlocker() {
  useBlocker({
    shouldBlockFn() {
      const count = countActiveUploads()
      if (count === 0) return false
      if (!window.confirm(formatLeaveWarning(count))) return true
      cancelAllUploads()
      return false
    },
    enableBeforeUnload: () => countActiveUploads() > 0,
  })
}

/** State of a field's files, from choosing to the end of the upload. `maxFiles`: limit of the field. */
function useChosenFiles(definition: Column, path: string, maxFiles: number) {
  const { form } = use(FormControlsContext)
  const [rejectionText, setRejectionText] = useState('')
  /** Chosen files above the field's limit. If a file is refused, the first of them is uploaded instead. */
  const [omittedFiles, setShownOmittedFiles] = useState<readonly File[]>([])
  const beyond = useRef<readonly File[]>([])
  const setOmittedFiles = (files: readonly File[]) => {
    beyond.current = files
    setShownOmittedFiles(files)
  }

  /** Reads the files from the form instead of the last render, because several uploads may finish at the same time. */
  const filesNow = () => (form.getValues(path) ?? []) as FormRow[]
  const change = (next: (files: FormRow[]) => FormRow[]) => form.setValue(path, next(filesNow()), { shouldDirty: true })
  // Marks files as failed that were uploading when the page was closed.
  useEffect(() => {
    const isLost = (file: FormRow) => file.waits === 'yes' && !uploadStore.getState()[String(file.id)]
    const now = (form.getValues(path) ?? []) as FormRow[]
    if (!now.some(isLost)) return
    form.setValue(
      path,
      now.map((file) => (isLost(file) ? { ...file, waits: 'failed' } : file)),
    )
  }, [form, path])
  function add(file: File) {
    const id = createRecordId()
    const { name, size } = file
    if (isFull()) return setOmittedFiles([...beyond.current, file])
    setRejectionText('')
    change((before) => [...before, { id, name, size: String(size), waits: 'yes' }])
    send(id, file)
  }
  async function addPhoto(photo: File) {
    const { file, notice } = await preparePhoto(photo, getMaxMegabytes(definition) * 1_048_576)
    add(file)
    if (notice) setRejectionText(notice)
  }
  /** Returns whether the limit is reached; refused files do not count. */
  const isFull = () => filesNow().filter((file) => !hasUploadFailed(file)).length >= maxFiles
  const setWaits = (id: string, waits: 'yes' | 'failed') =>
    change((before) => before.map((one) => (one.id === id ? { ...one, waits } : one)))
  function fail(id: string) {
    setWaits(id, 'failed')
    const [next, ...rest] = beyond.current
    if (!next || isFull()) return
    setOmittedFiles(rest)
    add(next)
  }
  function send(id: string, file: File) {
    const fault = getFileError(definition, file)
    if (fault) {
      const error = getFieldErrorMessage(definition, fault, [], file.name)
      uploadStore.setState({ [id]: { file, done: 0, error, isFinal: true } })
      return fail(id)
    }
    const finish = ({ name, size }: Attachment) =>
      change((before) => before.map((one) => (one.id === id ? { id, name, size: String(size) } : one)))
    startUpload(id, file, finish, () => fail(id))
  }
  function retry(id: string, file: File) {
    if (isFull()) return setOmittedFiles([file])
    setOmittedFiles([])
    setWaits(id, 'yes')
    send(id, file)
  }
  function remove({ id, name }: FormRow) {
    cancelUpload(String(id))
    change((before) => before.filter((one) => one.id !== id))
    setRejectionText(`Se quitó ${name}.`)
    setOmittedFiles([])
  }
  return { omittedFiles, told: rejectionText, add, addPhoto, retry, remove }
}

const formatLeaveWarning = (count: number) =>
  count === 1
    ? 'Un archivo no ha terminado de subir. Si sale ahora, no queda en la solicitud. ¿Salir?'
    : `${count} archivos no han terminado de subir. Si sale ahora, no quedan en la solicitud. ¿Salir?`

interface FileRowProps {
  file: FormRow
  upload: FileUpload | undefined
  onRetry: (file: File) => void
  onRemove: () => void
}

function FileRow({ file, upload: sending, onRetry, onRemove }: FileRowProps) {
  const name = String(file.name)
  const error = sending ? sending.error : file.waits ? 'No se adjuntó. Quítelo o adjúntelo de nuevo.' : null
  return (
    <li className={s.file}>
      <Icon name="file" size={20} />
      <div className={s.about}>
        {sending && !error ? (
          <Progress label={name} value={sending.done} max={1} detail={formatFileSize(Number(file.size))} />
        ) : (
          <span>
            <span className="wrap-anywhere">{name}</span>{' '}
            <span className="text-tertiary nowrap">{formatFileSize(Number(file.size))}</span>
          </span>
        )}
        {error && (
          <span className="text-small text-error" role="alert">
            {error}
          </span>
        )}
      </div>
      {sending?.error && !sending.isFinal && (
        <IconButton icon="refresh" size="s" label={`Subir ${name} de nuevo`} onClick={() => onRetry(sending.file)} />
      )}
      <IconButton icon="trash" size="s" label={`Quitar ${name}`} onClick={onRemove} />
    </li>
  )
}
