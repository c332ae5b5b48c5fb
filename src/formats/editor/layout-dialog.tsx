import { useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { getEndNote } from '../../domain/formats/form-layout.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Checkbox, FormField, Select, TextArea, TextInput } from '../../ui/form/form-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Stack } from '../../ui/page/layout.tsx'

export type FieldLayout = NonNullable<Field['before']>

interface Props {
  fields: readonly Field[]
  /** Position of the field below the edited section, note or page break; `fields.length` for the end note, `null` to add one. */
  place: number | null
  onClose: () => void
  onSave: (place: number, before: FieldLayout) => void
}

/** Dialog for the section title, the note and the page break above a field, and for the note at the end of the form. */
export function LayoutDialog({ fields, place, onClose, onSave }: Props) {
  const end = String(fields.length)
  const endNote = getEndNote(fields)
  const free = fields.flatMap((field, index) => (field.before ? [] : [{ value: String(index), label: field.label }]))
  const places = endNote ? free : [...free, { value: end, label: 'Ninguno: al final del formulario' }]
  const [at, setAt] = useState(String(place ?? places[0]?.value))
  const isEnd = at === end
  const { before = place === null ? {} : { note: endNote }, label } = fields[place ?? -1] ?? {}
  const [page, setPage] = useState(before.page ?? false)
  const [section, setSection] = useState(before.section ?? '')
  const [note, setNote] = useState(before.note ?? '')
  const [isRefused, setRefused] = useState(false)
  // A page break above the first field would begin an empty page.
  const canBeginPage = at !== '0' && !isEnd
  const layout: FieldLayout = {
    ...(page && canBeginPage && { page }),
    ...(section.trim() && !isEnd && { section: section.trim() }),
    ...(note.trim() && { note: note.trim() }),
  }
  const isEmpty = Object.keys(layout).length === 0
  return (
    <Dialog
      onClose={onClose}
      title={
        place === null ? 'Sección, nota o página nueva' : isEnd ? 'Al final del formulario' : `Antes de «${label}»`
      }
      footer={
        <>
          <Button onClick={onClose}>Volver</Button>
          <Button variant="primary" onClick={() => (isEmpty ? setRefused(true) : onSave(Number(at), layout))}>
            Aceptar
          </Button>
        </>
      }
    >
      <Stack>
        {place === null && (
          <FormField label="Antes del campo" name="at">
            <Select options={places} value={at} onChange={(event) => setAt(event.target.value)} />
          </FormField>
        )}
        {!isEnd && (
          <FormField
            label="Título de la sección"
            name="section"
            optional
            help="Agrupa los campos hasta el siguiente título o página."
            error={isRefused && isEmpty ? 'Escriba un título o una nota, o empiece una página.' : undefined}
          >
            <TextInput maxLength={80} value={section} onChange={(event) => setSection(event.target.value)} />
          </FormField>
        )}
        <FormField
          label="Nota"
          name="note"
          {...(isEnd ? { required: true } : { optional: true })}
          help="Un texto para quien diligencia. No sale en el documento."
          error={isRefused && isEmpty && isEnd ? 'Escriba la nota.' : undefined}
        >
          <TextArea rows={3} maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        </FormField>
        {canBeginPage && (
          <Checkbox
            label="Empieza una página del formulario"
            checked={page}
            onChange={(event) => setPage(event.target.checked)}
          />
        )}
      </Stack>
    </Dialog>
  )
}
