import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Attachment, isImageFile, parseAttachments } from '../../domain/attachments/attachment.ts'
import { getVisibleFields } from '../../domain/fields/conditions.ts'
import type { Column, Field, Row, Value, Values } from '../../domain/fields/field.ts'
import { isNumericField } from '../../domain/fields/field-types.ts'
import { formatValue } from '../../domain/fields/format-value.ts'
import { listFormPages } from '../../domain/formats/form-layout.ts'
import { formatFileSize } from '../../lib/number-format.ts'
import { pb } from '../../lib/pb.ts'
import { Button } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { DescriptionList } from '../../ui/data/description-list.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Notice, Skeleton } from '../../ui/state/screen-states.tsx'
import { useOverflow } from '../../ui/use-overflow.ts'
import s from './value-list.module.css'

interface Props {
  fields: readonly Field[]
  values: Values
  /** Fields to show; by default those whose conditions are met. */
  visible?: readonly Field[]
  below?: ((field: Field) => ReactNode) | undefined
  /** Element of the section titles, one level below the heading above the list. */
  heading?: 'h3' | 'h4'
}

/** List of a request's values in the order and sections of its form, formatted as in the document. */
export function ValueList({
  fields,
  values,
  visible = getVisibleFields(fields, values),
  below,
  heading: Heading = 'h3',
}: Props) {
  const pages = listFormPages(fields, visible)
  return pages
    .flatMap(({ sections }) => sections)
    .map(({ key, title, fields: shown }) => (
      <div key={key} className={s.section}>
        {title && <Heading className={s.title}>{title}</Heading>}
        <DescriptionList
          items={shown.map((field) => ({
            term: field.label,
            value: renderValue(field, values[field.key]),
            below: below?.(field),
            wide: field.type === 'table' || field.type === 'file' || field.type === 'longText',
          }))}
        />
      </div>
    ))
}

function renderValue(field: Field, value: Value | undefined) {
  if (value === undefined || value === null || value === '') return ''
  if (field.type === 'table' && Array.isArray(value)) return <Rows field={field} rows={value as Row[]} />
  if (field.type === 'file') return <FileLinks files={parseAttachments(value)} />
  if (field.type === 'longText') return <span className="pre-line">{formatValue(field, value)}</span>
  return formatValue(field, value)
}

/** Returns whether a column is right-aligned. Includes choices among numbers, such as tax rates. */
const isNumeric = ({ type, options = [] }: Column) =>
  isNumericField({ type }) ||
  type === 'computed' ||
  (type === 'choice' && options.every(({ value }) => /^\d+([.,]\d+)?$/.test(value)))

function Rows({ field, rows }: { field: Field; rows: Row[] }) {
  const columns = field.columns ?? []
  const format = (column: Column, value: Value | undefined) =>
    value === undefined || value === '' ? '—' : formatValue(column, value)
  return (
    <RowTable
      label={field.label}
      columns={columns}
      rows={rows.map((row, index) => ({
        name: String(index + 1),
        cells: columns.map((column) => format(column, row[column.key])),
      }))}
    />
  )
}

interface RowTableProps {
  label: string
  columns: readonly Column[]
  rows: readonly { name: string; className?: string; cells: readonly ReactNode[] }[]
  /** True if the first column shows the names of the rows. Cards always show them. */
  withNames?: boolean
}

/** Rows of a table field. Switches to one card per row if the table overflows. */
export function RowTable({ label, columns, rows, withNames = false }: RowTableProps) {
  const [frame, cards] = useOverflow<HTMLElement>()
  const aligns = columns.map((column) => (isNumeric(column) ? s.end : undefined))
  return (
    <section ref={frame} className={cx(s.frame, cards && s.cards)} aria-label={label}>
      <table className={s.table}>
        <thead>
          <tr>
            {withNames && <th scope="col">Fila</th>}
            {columns.map((column, at) => (
              <th key={column.key} scope="col" className={aligns[at]}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, className, cells }) => (
            <tr key={name} className={className} data-label={`Fila ${name}`}>
              {withNames && <th scope="row">{name}</th>}
              {columns.map((column, at) => (
                <td key={column.key} className={aligns[at]} data-label={column.label}>
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** List of a field's files, with download buttons and a preview for pictures. */
function FileLinks({ files }: { files: readonly Attachment[] }) {
  const [shown, setShown] = useState<Attachment | null>(null)
  const download = useMutation({
    mutationFn: async (id: string) => {
      const link = document.createElement('a')
      link.href = await getAttachmentUrl(id)
      // With `download`, an error response becomes a failed download and does not replace this page.
      link.download = ''
      link.click()
    },
  })
  return (
    <>
      <ul className="stack-2">
        {files.map((file) => (
          <li key={file.id} className={s.file}>
            <span className={s.name}>
              {file.name} <span className="text-tertiary nowrap">{formatFileSize(file.size)}</span>
            </span>
            {isImageFile(file.name) && (
              <Button size="s" icon="eye" onClick={() => setShown(file)}>
                Ver<span className="visually-hidden"> {file.name}</span>
              </Button>
            )}
            <Button
              size="s"
              icon="download"
              pending={download.isPending && download.variables === file.id}
              onClick={() => download.mutate(file.id)}
            >
              Descargar<span className="visually-hidden"> {file.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {shown && (
        <Dialog onClose={() => setShown(null)} size="l" title={shown.name}>
          <Picture file={shown} />
        </Dialog>
      )}
    </>
  )
}

function Picture({ file }: { file: Attachment }) {
  const { data: url } = useQuery({
    queryKey: ['attachments', file.id, 'preview'],
    queryFn: () => getAttachmentUrl(file.id, true),
    // No cache, because the URL is valid for only two minutes.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  if (state === 'failed') return <Notice tone="danger">La imagen no se pudo mostrar. Descárguela.</Notice>
  return (
    <>
      {state === 'loading' && <Skeleton lines={6} />}
      {url && (
        <img
          className={s.picture}
          src={url}
          alt={file.name}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </>
  )
}

/** Returns a URL of an attachment that is valid for two minutes. With `preview` images open inline, not as a download. */
async function getAttachmentUrl(id: string, preview = false): Promise<string> {
  const token = await pb.files.getToken()
  const record = { id, collectionId: 'attachments' }
  return pb.files.getURL(record, `${id}.bin`, { token, ...(preview && { preview: '1' }) })
}
