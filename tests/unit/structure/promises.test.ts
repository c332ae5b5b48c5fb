import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> }
const readers = ['tests', 'bench', 'scripts', 'pb_hooks'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name) && !name.includes('node_modules'))
    .map((name) => text(`${folder}/${name}`)),
)

/** Returns whether a word of a command exists: a script, benchmark part, test project, file or environment variable. */
function isThere(word: string, before: string): boolean {
  const [, variable] = /^([A-Z]\w*)=/.exec(word) ?? []
  if (variable) return readers.some((code) => new RegExp(`process\\.env\\.${variable}\\b|'${variable}'`).test(code))
  if (/\bnpm( run)?$/.test(before)) return word === 'run' || word in scripts
  if (/npm run bench --$/.test(before))
    return new RegExp(`^ +${word}: \\{|^const ${word} = \\{`, 'm').test(text('bench/run.mjs'))
  if (/--project$/.test(before)) return text('vite.config.ts').includes(`name: '${word}'`)
  return !word.includes('/') || existsSync(join(root, word))
}

/** Returns the commands of a page's code blocks, without comments. */
function commandsIn(page: string): string[] {
  const blocks = [...text(page).matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) => block)
  return blocks
    .flatMap((block) => block.replace(/\\\n/g, ' ').split('\n'))
    .map((line) => line.replace(/#.*/, '').trim())
}

const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
)

test.each(['README.md', ...pages.map((name) => `docs/${name}`)])('every npm command of %s can be run', (page) => {
  const commands = commandsIn(page).filter((line) => /\b(npm|vitest)\b/.test(line) && !line.includes('npm install'))
  const strange = commands.flatMap((line) => {
    const words = (line.match(/'[^']*'|\S+/g) ?? []).filter((word) => !word.startsWith("'"))
    return words.filter((word, at) => !isThere(word, words.slice(0, at).join(' '))).map((word) => `${line}: ${word}`)
  })
  expect(strange).toEqual([])
})

test('every promise has a figure and a command that can be run', () => {
  const rows = [...text('docs/promesas.md').matchAll(/^\| (?!qué se promete|---)(.*) \|$/gm)].map(([, cells = '']) =>
    cells.split(' | '),
  )
  expect(rows.length).toBeGreaterThan(3)
  const wrong = rows.flatMap(([what = '', figure = '', shown = '']) => {
    const commands = [...shown.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command.split(' '))
    const nowhere = [...shown.matchAll(/(\S+) -t '([^']+)'/g)].flatMap(([, file = '', name = '']) =>
      new RegExp(`\\b(it|test)(\\.each\\(.*?\\))?\\(\\s*['\`].*${name}`).test(text(file)) ? [] : [name],
    )
    const strange = commands.flatMap((words) =>
      words.filter((word, at) => !isThere(word, words.slice(0, at).join(' '))),
    )
    return [...strange, ...nowhere, ...(figure && commands.length ? [] : [what])]
  })
  expect(wrong).toEqual([])
})
