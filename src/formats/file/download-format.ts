import type { FormatInput } from '../../domain/formats/format.ts'
import { createFormatFile } from '../../domain/formats/format-file.ts'
import type { KnownRecords } from '../../domain/formats/format-references.ts'
import { downloadFile } from '../../lib/download-file.ts'

/** Downloads a format as a JSON file: `formato-CL.json`. */
export function downloadFormat(format: FormatInput, known: KnownRecords) {
  const text = JSON.stringify(createFormatFile(format, known), null, 2)
  downloadFile(new Blob([text], { type: 'application/json' }), `formato-${format.code}.json`)
}
