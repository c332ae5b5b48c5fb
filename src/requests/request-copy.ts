import { buildDocumentModel } from '../domain/documents/document.ts'
import { getDocumentKind } from '../domain/documents/document-kind.ts'
import type { RequestView } from '../domain/requests/request-view.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { downloadFile } from '../lib/download-file.ts'
import { queryClient } from '../lib/query-client.ts'
import { writeDocumentCopy } from '../word/writing/document-copy.ts'
import { getAnnulmentDate, getDocumentDate, letterheadQuery, toLetterhead } from './letterhead.ts'
import { buildRequestPreview } from './request-document-model.ts'

/** Downloads the approved document of a request as an editable Word document. */
export async function downloadRequestCopy(opened: RequestView, settings: Settings | undefined): Promise<void> {
  const { request, format, version } = opened
  const { letterhead } = request
  const heads = letterhead ? await queryClient.ensureQueryData(letterheadQuery(letterhead)) : settings
  const { organisation: issuer, ...preview } = buildRequestPreview({
    opened,
    organisation: toLetterhead(heads),
    decided: getDocumentDate(request, heads),
  })
  const model = buildDocumentModel({
    ...preview,
    organisation: { ...issuer, logo: null },
    format: { code: '', name: format.name },
    number: request.documentNumber || null,
    kind: getDocumentKind(request) || 'preliminary',
    annulledOn: getAnnulmentDate(request, heads),
    annulReason: version.paper?.hidesAnnulReason ? '' : request.reason,
  })
  downloadFile(await writeDocumentCopy(model), `${request.documentNumber || request.number} copia.docx`)
}
