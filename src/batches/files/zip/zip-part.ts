import { Xml, type XmlHandler } from '../xml/xml.ts'
import type { Zip } from './zip.ts'

/** Reads one XML part of an archive as it inflates; a part that is not there says nothing. */
export async function parsePart(zip: Zip, path: string, handler: XmlHandler): Promise<undefined> {
  const xml = new Xml(handler)
  for await (const chunk of zip.read(path)) xml.write(chunk)
  xml.end()
}
