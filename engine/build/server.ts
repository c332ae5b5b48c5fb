import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { getBaseLetter, glyphSets } from '../../src/domain/documents/layout/glyph-sets.ts'
import { buildDocumentFonts } from '../fonts.mjs'
import { buildOpenApi } from './openapi.ts'

const root = join(import.meta.dirname, '../..')

/** Builds the server code after the pages, in the same `vite build`. */
export function serverBuildPlugin(): Plugin {
  return {
    name: 'server-half',
    apply: 'build',
    async closeBundle() {
      await buildServer()
    },
  }
}

export async function buildServer() {
  for (const folder of ['pb_hooks', 'pb_migrations'])
    rmSync(join(root, 'dist', folder), { recursive: true, force: true })
  const named = (folder: string) =>
    readdirSync(join(root, folder)).map((file) => [file.replace(/\.ts$/, ''), join(folder, file)] as const)
  await buildScript('pb_hooks/main.pb.ts', 'pb_hooks', 'main.pb')
  await buildScripts(Object.fromEntries(named('pb_hooks/areas')), 'pb_hooks')
  writeFonts()
  writeFileSync(join(root, 'dist/pb_hooks/openapi.json'), JSON.stringify(buildOpenApi(root)))
  const migrations = named('pb_migrations').filter(([name]) => /^\d+_/.test(name))
  for (const [name, source] of migrations) await buildScript(source, 'pb_migrations', name)
}

/** Writes the fonts of the documents as separate files, because a document reads only the fonts it uses. */
function writeFonts() {
  const folder = join(root, 'dist/pb_hooks/letters')
  mkdirSync(folder, { recursive: true })
  const fonts = buildDocumentFonts(glyphSets)
  for (const [name, font] of Object.entries(fonts)) writeFileSync(join(folder, `${name}.json`), JSON.stringify(font))
  const widths = (style: string) => {
    const known = new Map<string, number>()
    const own = (letter: string, width: number) => {
      known.set(letter, width)
      const base = getBaseLetter(letter)
      return base !== letter && known.get(base) === width ? 0 : width
    }
    const lines = glyphSets.map((set, index) => {
      const all = fonts[`${style}${index}`]?.widths ?? []
      return `    [${all.map((width, at) => own(set[at] ?? '', width))}],`
    })
    return lines.join('\n')
  }
  const source = join(root, 'src/domain/documents/layout/widths.gen.ts')
  const text = `/** The widths of the letters of \`sets\`, in thousandths of the size, 0 for one as wide as the letter that its marks stand on; the build writes them. */
export const glyphWidths = {\n  regular: [\n${widths('R')}\n  ],\n  bold: [\n${widths('B')}\n  ],\n  italic: [\n${widths('I')}\n  ],\n  boldItalic: [\n${widths('BI')}\n  ],\n}\n`
  if (readFileSync(source, 'utf8') !== text) writeFileSync(source, text)
}

/** Builds an entry file as a plain CommonJS script without exports or shared chunks, as PocketBase requires. */
function buildScript(source: string, outDir: string, name: string) {
  return buildScripts({ [name]: source }, outDir)
}

function buildScripts(entry: Record<string, string>, outDir: string) {
  return build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: join(root, 'dist', outDir),
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      lib: { entry: resolveEntries(entry), formats: ['cjs'], fileName: (_format, name) => `${name}.js` },
      rolldownOptions: {
        output: { esModule: false, generatedCode: { symbols: false }, chunkFileNames: 'shared/[name]-[hash].js' },
      },
    },
  })
}

function resolveEntries(entry: Record<string, string>) {
  return Object.fromEntries(Object.entries(entry).map(([name, source]) => [name, join(root, source)]))
}
