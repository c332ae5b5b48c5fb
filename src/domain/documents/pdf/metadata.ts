import { addObject, createStream, type PdfFile } from './pdf-file.ts'

interface DocumentProperties {
  title: string
  author: string
  /** `YYYY-MM-DD` */
  date: string
}

/** Adds the metadata and colour profile that PDF/UA-1 and PDF/A-2a require. Returns the catalog entries that reference them. */
export function addMetadata(file: PdfFile, properties: DocumentProperties): string {
  const metadata = addObject(file, createStream(createXmpPacket(properties), '/Type/Metadata/Subtype/XML'))
  const colours = addObject(file, createStream(colourProfile, '/N 3/Filter/ASCII85Decode'))
  const intent = `<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/DestOutputProfile ${colours} 0 R>>`
  return `/Metadata ${metadata} 0 R/OutputIntents[${intent}]`
}

/** Returns the file identifier, which consists of two equal strings. Computed from the content, so that equal documents have equal identifiers. */
export function computeFileId({ title, author, date }: DocumentProperties, pages: readonly string[]): string {
  const text = [title, author, date, ...pages.map((page) => page.length)].join('\n')
  let [one, two] = [2166136261, 40389]
  for (let at = 0; at < text.length; at++) {
    one = Math.imul(one ^ text.charCodeAt(at), 16777619)
    two = Math.imul(two ^ text.charCodeAt(at), 2246822519)
  }
  const hex = (value: number) => (value >>> 0).toString(16).padStart(8, '0')
  const id = `<${hex(one)}${hex(two)}${hex(one ^ two)}${hex(Math.imul(one, two))}>`
  return id + id
}

function createXmpPacket({ title, author, date }: DocumentProperties): string {
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:format>application/pdf</dc:format>
<xmp:CreatorTool>Formatos preeliminares</xmp:CreatorTool>
<xmp:CreateDate>${date}T00:00:00Z</xmp:CreateDate>
<pdf:Producer>Formatos preeliminares</pdf:Producer>
<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>part of PDF/UA</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`
}

/** Escapes text for XML. Uses numeric character references for characters outside of ASCII. */
function escapeXml(text: string): string {
  return text.replace(/[^ !#-%'-;=?-~]/gu, (character) => `&#${character.codePointAt(0)};`)
}

/** Minimal sRGB colour profile (ICC version 4) in ASCII base 85: primaries, white point and curve. */
const colourProfile =
  '!!!&Xz"<[[ED/OH9;Fa%r=BSfM#O29i!!*\'"z@:O@tzzzzzzz!!)`D!!*\'"!!(J"zzzzzzzzzzzz!!!!+A7]gl!!!#s!!!!E@rQI1!!!$B!!!!CGB@eG!!!$f!!!!5@q]:]!!!%%!!!!ME`cIJ!!!%Q!!!!5B38;?!!!%e!!!!5@TZc:!!!&$!!!!5E`>q(!!!&8!!!!AB2hbr!!!&8!!!!A@T65m!!!&8!!!!AD/=?)z!!!!"!!!!-AStLH!!!!)!!!!=!-8-<!(R#UD/=?)z!!!!"!!!!-AStLH!!!!\'!!!!=!(-`R!&+BQ=BSfMz!!)`D!!*\'"!!(J"F(R3`z!!*Kk!!!2Xs8V[@!!!7c!!)tZs8Vtks8W%m!!!,T!!\'fn=BSfMz!!$r4!!#"P!!!+`=BSfMz!!$Jm!!\'K^!!!kk=BSfMz!!":<!!!O`!!\'IWE+*cqz!!<3$!!6bE!!)Sf!!!I2!!!\\Z!!!@1~>'
