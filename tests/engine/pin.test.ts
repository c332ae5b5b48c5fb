import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { findEngineError, getEnginePath, pinnedVersion, readBuildInfo } from '../../engine/pin.mjs'

const engine = readFileSync(getEnginePath())

/** Returns the engine with a word of its build information replaced by one of the same length. */
function altered(from: string, to: string): Buffer {
  const program = Buffer.from(engine)
  expect(to).toHaveLength(from.length)
  let at = program.indexOf(from)
  expect(at).not.toBe(-1)
  for (; at !== -1; at = program.indexOf(from, at + 1)) program.write(to, at, 'latin1')
  return program
}

describe('verify engine build info', () => {
  it('reads the build info of the engine without Go', () => {
    const info = readBuildInfo(engine)
    expect(info?.path).toBe('github.com/pocketbase/pocketbase/examples/base')
    expect(info?.modules.map(({ path }) => path)).toContain('modernc.org/sqlite')
  })

  it('accepts the pinned official PocketBase', () => {
    expect(findEngineError(engine)).toBeNull()
  })

  it.each([
    [
      'another version',
      `pocketbase\tv${pinnedVersion}`,
      'pocketbase\tv0.39.2'.slice(0, `pocketbase\tv${pinnedVersion}`.length),
      /versión v0\.39\.2/,
    ],
    [
      'another program',
      'path\tgithub.com/pocketbase/pocketbase/examples/base',
      'path\tgithub.com/pocketbase/pocketbase/examples/fork',
      /otro programa/,
    ],
    [
      'a fork of the module',
      'mod\tgithub.com/pocketbase/pocketbase\t',
      'mod\tgithub.com/pocketbose/pocketbase\t',
      /otro programa/,
    ],
    [
      'a module that is not of that version',
      'dep\tgithub.com/fatih/color\t',
      'dep\tgithub.com/fatih/colob\t',
      /módulo .*colob/,
    ],
    [
      'a module of another version',
      'modernc.org/sqlite\tv1.57.0',
      'modernc.org/sqlite\tv1.57.9',
      /módulo .*sqlite v1\.57\.9/,
    ],
    [
      'a module with other content',
      'h1:/oLErM+A0b4xI0PWTGPqSDVjzix48PqI',
      'h1:/oLErM+A0b4xI0PWTGPqSDVjzix48PqX',
      /módulo .*dbx/,
    ],
    [
      'a module replaced by another',
      'dep\tgithub.com/fatih/color\t',
      '=>\tgithub.com/fatih/colour\t',
      /módulo .*colour/,
    ],
  ])('rejects %s', (_, from, to, sentence) => {
    expect(findEngineError(altered(from, to))).toMatch(sentence)
  })

  it('rejects programs not built with Go and incomplete programs', () => {
    expect(findEngineError(readFileSync(process.execPath))).toMatch(/no dice de qué está hecho/)
    expect(findEngineError(engine.subarray(0, 1_000_000))).toMatch(/no dice de qué está hecho/)
    expect(findEngineError(Buffer.alloc(0))).toMatch(/no dice de qué está hecho/)
  })
})
