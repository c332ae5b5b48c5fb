import { execFileSync } from 'node:child_process'
import { appendFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 as zlibCrc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { crc32, createCentralDirectory, createLocalHeader, type ZipEntry } from '../../src/domain/documents/zip.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

function archive(files: [string, Uint8Array][]): Buffer {
  const entries: ZipEntry[] = []
  const parts: Uint8Array[] = []
  let offset = 0
  const push = (part: Uint8Array) => {
    parts.push(part)
    offset += part.length
  }
  for (const [name, bytes] of files) {
    const entry = { name, crc: crc32(bytes), size: bytes.length, offset }
    entries.push(entry)
    push(createLocalHeader(entry))
    push(bytes)
  }
  for (const part of createCentralDirectory(entries, offset)) push(part)
  return Buffer.concat(parts)
}

function unzipped(bytes: Buffer): { names: string[]; first: Buffer } {
  const folder = temporaryFolder()
  const file = join(folder, 'a.zip')
  writeFileSync(file, bytes)
  execFileSync('unzip', ['-tq', file])
  const names = execFileSync('unzip', ['-Z1', file], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .trim()
    .split('\n')
  return { names, first: execFileSync('unzip', ['-p', file, names[0] ?? '']) }
}

test('computes the same CRC as zlib for any offset, length and split', () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 7919) % 256)
  for (let from = 0; from < 9; from++)
    for (let to = from; to < from + 9; to++)
      expect(crc32(bytes.subarray(from, to))).toBe(zlibCrc32(bytes.subarray(from, to)))
  for (let cut = 495; cut < 505; cut++)
    expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(zlibCrc32(bytes))
})

test('creates archives that unzip extracts unchanged', () => {
  const { names, first } = unzipped(
    archive([
      ['CL-2026-000001.pdf', Uint8Array.of(0, 255, 128, 10, 13)],
      ['CL-2026-000002.pdf', new Uint8Array(0)],
    ]),
  )
  expect(names).toEqual(['CL-2026-000001.pdf', 'CL-2026-000002.pdf'])
  expect(first.toString('hex')).toBe('00ff800a0d')
})

test('stores more than 65,535 files', () => {
  const files = Array.from({ length: 70_000 }, (_, index): [string, Uint8Array] => [`${index}.pdf`, Uint8Array.of(1)])
  expect(unzipped(archive(files)).names).toHaveLength(70_000)
})

test('stores files beyond 4 GiB', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'a.zip')
  // The file is sparse before this offset and takes no space.
  const offset = 5 * 2 ** 30
  const bytes = Buffer.from('detrás')
  const entry = { name: 'a.txt', crc: crc32(bytes), size: bytes.length, offset }
  const header = createLocalHeader(entry)
  writeFileSync(file, '')
  truncateSync(file, offset)
  for (const part of [header, bytes, ...createCentralDirectory([entry], offset + header.length + bytes.length)])
    appendFileSync(file, part)
  expect(execFileSync('unzip', ['-p', file, 'a.txt'], { encoding: 'utf8' })).toBe('detrás')
})
