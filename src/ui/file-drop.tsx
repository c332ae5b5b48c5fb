import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { useFieldControl } from './field-context.ts'
import s from './file-drop.module.css'
import { Icon } from './icon.tsx'

interface Props {
  /** File types, in the syntax of `<input accept>`. */
  accept: string
  onFile?: (file: File) => void
  /** Handlers that accept folders and receive all files at once; they replace `onFile`. */
  dropZone?: { onDrop: (dropped: DataTransfer) => void; onChoose: (files: FileList | null) => void }
  several?: boolean
  /** Text of the drop zone: «Suelte aquí su hoja de cálculo». */
  label: string
  hint?: ReactNode
  busy?: boolean
  /** Ref to the button that opens the file picker. */
  button?: Ref<HTMLButtonElement>
}

export function FileDrop({ accept, onFile, dropZone, several = false, label, hint, busy = false, button }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const tied = useFieldControl({})
  // Prevents the browser from opening a file that is dropped beside the zone.
  useEffect(() => {
    const stay = (event: Event) => event.preventDefault()
    for (const name of ['dragover', 'drop']) addEventListener(name, stay)
    return () => {
      for (const name of ['dragover', 'drop']) removeEventListener(name, stay)
    }
  }, [])
  function take(files: FileList | null) {
    const chosen = [...(files ?? [])].slice(0, several ? undefined : 1)
    if (!busy) {
      if (dropZone) dropZone.onChoose(files)
      else for (const file of chosen) onFile?.(file)
    }
    for (const control of [input.current, folder.current]) if (control) control.value = ''
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
        <Button ref={button} pending={busy} onClick={() => input.current?.click()}>
          {several ? 'Elegir archivos' : 'Elegir archivo'}
        </Button>
        {dropZone && (
          <Button disabled={busy} onClick={() => folder.current?.click()}>
            Elegir carpeta
          </Button>
        )}
      </div>
      {hint && <div className={s.hint}>{hint}</div>}
      <input
        {...tied}
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        multiple={several}
        onChange={(event) => take(event.target.files)}
      />
      {dropZone && (
        <input
          {...{ webkitdirectory: '' }}
          ref={folder}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={`${label}: una carpeta`}
          onChange={(event) => take(event.target.files)}
        />
      )}
    </div>
  )
}
