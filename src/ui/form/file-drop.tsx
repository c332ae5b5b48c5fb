import { type ComponentProps, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icon.tsx'
import { useFieldControl } from './field-context.ts'
import s from './file-drop.module.css'

interface Props {
  /** File types, in the syntax of `<input accept>`. */
  accept: string
  onFile?: (file: File) => void
  /** Handler of photos; adds a button that opens the camera, on devices with a touch screen. */
  onPhoto?: ((photo: File) => void) | undefined
  /** Handlers that accept folders and receive all files together; they replace `onFile`. */
  dropZone?: { onDrop: (dropped: DataTransfer) => void; onChoose: (files: FileList | null) => void }
  several?: boolean
  /** Text of the drop zone: «Suelte aquí su hoja de cálculo». */
  label: string
  hint?: ReactNode
  busy?: boolean
  button?: Ref<HTMLButtonElement>
}

/** Photo types that the server accepts. HEIC is omitted, so that iPhones convert their photos to JPEG. */
const photoTypes = 'image/jpeg,image/png,image/webp'

export function FileDrop(props: Props) {
  const { accept, onFile, onPhoto, dropZone, several = false, label, hint, busy = false, button } = props
  const [over, setOver] = useState(false)
  const tied = useFieldControl({})
  // Prevents the browser from opening a file that the user drops outside the zone.
  useEffect(() => {
    const stay = (event: Event) => event.preventDefault()
    for (const name of ['dragover', 'drop']) addEventListener(name, stay)
    return () => {
      for (const name of ['dragover', 'drop']) removeEventListener(name, stay)
    }
  }, [])
  function take(files: FileList | null) {
    if (busy) return
    if (dropZone) return dropZone.onChoose(files)
    for (const file of [...(files ?? [])].slice(0, several ? undefined : 1)) onFile?.(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button offers the same by keyboard
    <div
      className={cx(s.drop, over && s.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!dropZone) take(event.dataTransfer.files)
        else if (!busy) dropZone.onDrop(event.dataTransfer)
      }}
    >
      <Icon name="upload" size={24} className={s.icon} />
      <p className={s.label}>{label}</p>
      <div className={s.buttons}>
        <PickerButton
          {...tied}
          aria-label={label}
          accept={accept}
          multiple={several}
          onFiles={take}
          button={button}
          pending={busy}
        >
          {several ? 'Elegir archivos' : 'Elegir archivo'}
        </PickerButton>
        {dropZone && (
          <PickerButton
            aria-label={`${label}: una carpeta`}
            {...{ webkitdirectory: '' }}
            onFiles={take}
            disabled={busy}
          >
            Elegir carpeta
          </PickerButton>
        )}
        {onPhoto && (
          <span className={s.camera}>
            <PickerButton
              aria-label="Foto de la cámara"
              accept={photoTypes}
              capture="environment"
              onFiles={(photos) => [...(photos ?? [])].forEach(onPhoto)}
              icon="camera"
              disabled={busy}
            >
              Tomar foto
            </PickerButton>
          </span>
        )}
      </div>
      {hint && <div className={s.hint}>{hint}</div>}
    </div>
  )
}

interface PickerProps extends ComponentProps<'input'> {
  onFiles: (files: FileList | null) => void
  button?: Ref<HTMLButtonElement> | undefined
  icon?: IconName
  pending?: boolean
}

/** Button that opens the file picker of a hidden file input; the other props are the input's. */
function PickerButton({ onFiles, button, icon, pending = false, disabled, children, ...rest }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        ref={button}
        {...(icon && { icon })}
        pending={pending}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input
        {...rest}
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        onChange={({ target }) => {
          onFiles(target.files)
          // Clears the input, so that choosing the same file again is a change.
          target.value = ''
        }}
      />
    </>
  )
}
