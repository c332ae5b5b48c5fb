import { getLastDigits } from '../../src/domain/documents/document-verification.ts'
import type { FormatPaperSettings } from '../../src/domain/documents/paper.ts'
import type { Field, Values } from '../../src/domain/fields/field.ts'
import { formatValue } from '../../src/domain/fields/format-value.ts'
import { listPrintedFields, type VerificationSettings } from '../../src/domain/formats/verification-settings.ts'
import { getNotation } from '../../src/domain/money/notation.ts'
import { mergeApproverFields } from '../../src/domain/requests/approver-fields.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { queryRow } from '../lib/sql.ts'

const columns = { verification: '', fields: '', approverFields: '', body: '', paper: '', values: '', filled: '' }

// The file must be that of the present values: a document that is being corrected or generated has others.
const query = `SELECT said.verification, said.fields, ifnull(said.approverFields, '[]') AS approverFields, said.body, said.paper, "values",
     ifnull((SELECT filled FROM approver_values WHERE request = requests.id), '{}') AS filled
   FROM requests JOIN format_versions AS said ON said.id = formatVersion
   WHERE requests.id = {:id} AND status = 'approved' AND annulledAt = '' AND documentStatus = 'ready' AND said.verification != '{}'`

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
  const printed = listPrintedFields(fields, found.body).flatMap((field) => {
    const value = values[field.key]
    return value === undefined || value === null || value === ''
      ? []
      : { key: field.key, label: field.label, value: formatValue(field, value, undefined, notation) }
  })
  const select = (isShown: boolean) =>
    printed.filter(({ key }) => shown.includes(key) === isShown).map(({ label, value }) => ({ label, value }))
  return { shown: select(true), others: select(false), digits: getLastDigits(String(values[holder] ?? '')) }
}
