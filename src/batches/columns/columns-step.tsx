import { useStore } from 'zustand'
import { type ColumnMapping, findMappingProblems } from '../../domain/batches/column-matching.ts'
import type { Field } from '../../domain/fields/field.ts'
import { formatCount } from '../../lib/number-format.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import { getColumnLabel } from '../../sheets/writing/template-columns.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Progress } from '../../ui/data/progress.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import type { ImportSession } from '../intake/import-session.ts'
import { StepNavigationBar } from '../intake/import-steps.tsx'
import { getJoinedFieldKeys, selectListJoins } from '../list-joins.ts'
import { ColumnMappingTable } from './column-mapping-table.tsx'
import { DuplicateFileNotice, HiddenRowsQuestion, MissingFieldsNotice, MojibakeNotice } from './column-notices.tsx'
import { ColumnQuestionCard } from './column-question-card.tsx'
import { DefaultValueFields } from './default-value-fields.tsx'
import { HeaderRowPicker } from './header-row-picker.tsx'
import { ListFieldSources } from './list-field-sources.tsx'
import { ReadOptionsBar } from './read-options-bar.tsx'

interface Props {
  importing: ImportSession
  format: string
  fields: readonly Field[]
}

/** Import step that shows how the file was read: encoding, separator, column mapping and values. */
export function ColumnsStep({ importing, format, fields }: Props) {
  const state = useStore(importing.store)
  const { book, sheet, mapping, understanding, refusal, remembered, busy, stage, progress, batch } = state
  if (!book) return null
  const problems = findMappingProblems(mapping, fields)
  const joined = new Set(getJoinedFieldKeys(selectListJoins(state, fields, importing.lists)))
  const fills = importing.fillsIn(state)
  const missing = problems.flatMap((problem) =>
    problem.kind === 'missing' && !joined.has(problem.key) && !fills[problem.key] ? [problem.key] : [],
  )
  const doubled = problems.flatMap((problem) => (problem.kind === 'duplicate' ? [problem] : []))
  const open = Object.values(understanding.decisions).filter(({ waiting }) => waiting !== undefined).length
  const filled = Object.keys(mapping).length
  const why = sheet ? formatMissingAnswer(sheet, doubled[0], open, filled) : 'Elija otra hoja u otro archivo.'
  if (stage === 'validating')
    return (
      <Progress
        label={state.lookingUp ? 'Buscando los registros en la lista' : 'Revisando cada fila'}
        {...(progress.total > 0 && { value: progress.done, max: progress.total })}
        detail={
          progress.total > 0 &&
          (state.lookingUp
            ? formatCount(progress.total, 'registro', 'registros')
            : formatCount(progress.total, 'fila', 'filas'))
        }
      />
    )
  return (
    <Stack>
      <DuplicateFileNotice format={format} hash={book.hash} own={batch} />
      {sheet && missing.length > 0 && (
        <MissingFieldsNotice importing={importing} keys={missing} fields={fields} sheet={sheet} mapping={mapping} />
      )}
      <ReadOptionsBar importing={importing} fields={fields} />
      {refusal && (
        <Notice tone="danger" live title={`No se pudo usar «${refusal.name}»`}>
          {refusal.sentence}
        </Notice>
      )}
      {book.hiddenSheets.length > 0 && (
        <Notice tone="neutral">
          {`${book.hiddenSheets.length === 1 ? 'Una hoja oculta no se lee' : 'Las hojas ocultas no se leen'}: ${book.hiddenSheets.join(', ')}.`}
        </Notice>
      )}
      {book.mojibake && <MojibakeNotice importing={importing} mojibake={book.mojibake} />}
      {remembered && (
        <Notice
          action={
            <Button size="s" icon="return" onClick={() => void importing.forget()}>
              Deshacer
            </Button>
          }
        >
          Se usaron las columnas de la última vez.
        </Notice>
      )}
      {sheet && (
        <>
          {understanding.questions.map((question) => (
            <ColumnQuestionCard
              key={`${question.column} ${question.kind}`}
              importing={importing}
              question={question}
              decision={understanding.decisions[question.column]}
              sheet={sheet}
              fields={fields}
            />
          ))}
          <HiddenRowsQuestion importing={importing} count={sheet.hiddenRows} />
          <HeaderRowPicker importing={importing} sheet={sheet} />
          <ListFieldSources importing={importing} sheet={sheet} fields={fields} mapping={mapping} joined={joined} />
          <DefaultValueFields importing={importing} fills={fills} fields={fields} />
          <ColumnMappingTable
            importing={importing}
            sheet={sheet}
            fields={fields}
            mapping={mapping}
            problems={problems}
          />
        </>
      )}
      <StepNavigationBar
        note={
          why ||
          (busy
            ? 'Revisando las columnas…'
            : sheet
              ? [
                  formatColumnSummary(filled, sheet.columns.length, joined.size),
                  formatSimilarColumn(sheet, mapping, fields),
                ]
                  .filter(Boolean)
                  .join(' ')
              : '')
        }
      >
        <Button onClick={() => void importing.leave()}>Elegir otro archivo</Button>
        <Button variant="primary" disabled={why !== ''} pending={busy} onClick={() => void importing.toRows()}>
          Continuar
        </Button>
      </StepNavigationBar>
    </Stack>
  )
}

/** Returns what the user must answer before the next step; empty if nothing. `open`: number of unanswered questions. */
function formatMissingAnswer(
  sheet: SheetSummary,
  doubled: { columns: readonly number[] } | undefined,
  open: number,
  filled: number,
): string {
  if (doubled) return formatDuplicateColumns(doubled.columns, sheet)
  if (open > 0) return open === 1 ? 'Responda la pregunta que falta.' : `Responda las ${open} preguntas que faltan.`
  return filled === 0 ? 'Elija el dato de cada columna.' : ''
}

/** Returns the error for columns mapped to one field: «Las columnas B (Valor) y D (Monto) van al mismo dato…». */
function formatDuplicateColumns(places: readonly number[], { columns }: SheetSummary): string {
  const named = places.flatMap((place) => {
    const column = columns.find((each) => each.column === place)
    return column ? [`${column.letter} (${column.header || 'sin encabezado'})`] : []
  })
  return `Las columnas ${named.slice(0, -1).join(', ')} y ${named.at(-1)} van al mismo dato: deje solo una.`
}

function formatColumnSummary(filled: number, all: number, joined: number): string {
  const used =
    filled < all
      ? `Se importan ${filled} de las ${all} columnas. Las demás no se usan.`
      : `Se importan todas las columnas: ${all}.`
  if (joined === 0) return used
  return `${used} ${joined === 1 ? 'Otro dato se toma' : `Otros ${joined} datos se toman`} de una lista.`
}

/** Returns a note about the first unmapped column whose header resembles a field without a column. */
function formatSimilarColumn({ columns }: SheetSummary, mapping: ColumnMapping, fields: readonly Field[]): string {
  const used = new Set(Object.values(mapping))
  const similar = columns.find(({ column, suggestion }) => suggestion && !mapping[column] && !used.has(suggestion))
  return similar?.suggestion
    ? `La columna ${similar.letter} (${similar.header}) no se importa: ¿es «${getColumnLabel(similar.suggestion, fields)}»?`
    : ''
}
