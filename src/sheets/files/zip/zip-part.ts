import { Xml, type XmlHandler } from '../xml/xml.ts'
import type { Zip } from './zip.ts'

/** Reads one XML part of an archive as it inflates, to its end: what a broken part seems to say is not to be believed. */
export async function parsePart(zip: Zip, path: string, handler: XmlHandler): Promise<undefined> {
  const xml = new Xml(handler)
  let failure: unknown
  for await (const chunk of zip.read(path)) {
    try {
      if (failure === undefined) xml.write(chunk)
    } catch (error) {
      failure = error
    }
  }
  if (failure !== undefined) throw failure
  xml.end()
}
