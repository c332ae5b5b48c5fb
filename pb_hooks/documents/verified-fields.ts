import { getLastDigits } from '../../src/domain/documents/document-verification.ts'
import { expandTemplate } from '../../src/domain/documents/expand.ts'
import type { FormatPaperSettings } from '../../src/domain/documents/paper.ts'
import { parseTemplate } from '../../src/domain/documents/template.ts'
import type { Field, Values } from '../../src/domain/fields/field.ts'
import type { VerificationSettings } from '../../src/domain/formats/verification-settings.ts'
import { getNotation, type Notation } from '../../src/domain/money/notation.ts'
import { mergeApproverFields } from '../../src/domain/requests/approver-fields.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { queryRow } from '../lib/sql.ts'

const columns = { verification: '', fields: '', approverFields: '', body: '', paper: '', values: '', filled: '' }

// The file must be that of the present values: a document that is being corrected or generated has others.
const query = `SELECT version.verification, version.fields, ifnull(version.approverFields, '[]') AS approverFields, version.body, version.paper, "values",
     ifnull((SELECT filled FROM approver_values WHERE request = requests.id), '{}') AS filled
   FROM requests JOIN format_versions AS version ON version.id = formatVersion
   WHERE requests.id = {:id} AND status = 'approved' AND annulledAt = '' AND documentStatus = 'ready' AND version.verification != '{}'`

/**
 * Returns the fields of a document for the verification page: those that its format shows to everyone with the code, and the others that the
 * document prints, which `digits` open. Without `digits`, they are not opened. There are none if the document is not valid.
 */
export function loadVerifiedFields(app: CoreApp, { id, country }: { id: string; country: string }) {
  const found = queryRow(app, query, { id }, columns)
  if (!found) return { shown: [], others: [], digits: '' }
  const { shown = [], holder = '' } = parseStoredJson<VerificationSettings>(found.verification, {})
  const { fields, values } = mergeApproverFields(
    {
      fields: parseStoredJson<Field[]>(found.fields, []),
      approverFields: parseStoredJson<Field[]>(found.approverFields, []),
    },
    parseStoredJson<Values>(found.values, {}),
    parseStoredJson<Values>(found.filled, {}),
  )
  const notation = getNotation(parseStoredJson<FormatPaperSettings>(found.paper, {}).country ?? country)
  const printed = findPrintedTexts(found.body, fields, values, notation)
  const select = (isShown: boolean) =>
    fields.flatMap(({ key, label }) => {
      const value = printed.get(key)
      return value && shown.includes(key) === isShown ? { label, value } : []
    })
  return { shown: select(true), others: select(false), digits: getLastDigits(String(values[holder] ?? '')) }
}

/**
 * Returns the text of each field as the document prints it, by key. Omits fields that its conditions omit, and text that is repeated for the rows
 * of a table.
 */
function findPrintedTexts(body: string, fields: readonly Field[], values: Values, notation: Notation) {
  const rows = fields.filter(({ type }) => type === 'table' || type === 'file').map(({ key }) => key)
  // The first row of a table is enough for the conditions, and bounds the work.
  const shortened = Object.entries(values).map(([key, value]) =>
    rows.includes(key) && Array.isArray(value) ? [key, value.slice(0, 1)] : [key, value],
  )
  const lines = expandTemplate(parseTemplate(body).nodes, fields, Object.fromEntries(shortened), '', notation)
  const printed = new Map<string, string>()
  for (const { pieces } of lines.filter(({ repeated }) => !repeated))
    for (const { key, text } of pieces)
      if (key && text && !rows.includes(key) && !printed.has(key)) printed.set(key, text)
  return printed
}
