import type { ApprovalEvidence } from '../../../src/domain/documents/evidence.ts'
import { getCallOrigin } from '../../lib/event-chain.ts'
import { getIds } from '../../lib/record-id.ts'
import { queryRows } from '../../lib/sql.ts'
import type { WrittenChanges } from '../actions/action.ts'

/**
 * SQL expression of the content that an approver read, as a JSON array of texts: version of the format, values, approver values
 * and hashes of the attachments. `docs/operacion/seguridad.md` has the same expression for auditors.
 */
const readContentSql = `json_array(requests.formatVersion, requests."values",
  ifnull((SELECT filled FROM approver_values WHERE request = requests.id), '{}'),
  ifnull((SELECT group_concat(hash, ' ') FROM (SELECT hash FROM attachments WHERE request = requests.id ORDER BY id)), ''))`

/**
 * Adds the evidence of the approval to the events of requests whose format asks for it: network address, device, and the hash of
 * the content that the approver read. Runs before the events are recorded.
 */
export function addEvidence(tx: CoreApp, { requests }: WrittenChanges) {
  const read = queryRows(
    tx,
    `SELECT requests.id, ${readContentSql} AS content FROM requests JOIN format_versions ON format_versions.id = requests.formatVersion
     WHERE requests.id IN (SELECT value FROM json_each({:ids})) AND iif(json_valid(paper), paper, '{}') ->> 'evidence'`,
    { ids: JSON.stringify(getIds(requests)) },
    { id: '', content: '' },
  )
  if (!read.length) return
  const { address, device } = getCallOrigin()
  const contents = new Map(read.map(({ id, content }) => [id, content]))
  for (const request of requests) {
    const content = contents.get(request.id)
    if (content === undefined) continue
    const evidence: ApprovalEvidence = { address, device, hash: $security.sha256(content) }
    request.details = { ...request.details, evidence }
  }
}
