import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')

/** Writes compressed copies of each page and asset (`x.br`, `x.gz`), because PocketBase serves files uncompressed. */
export function compressAssets(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    closeBundle() {
      const folder = join(root, 'dist/pb_public')
      // Returns if the build failed, because Vite calls this function then too.
      if (!existsSync(join(folder, 'assets'))) return
      const assets = readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`)
      for (const name of [...readdirSync(folder), ...assets].filter((n) => /\.(html|js|css|svg)$/.test(n))) {
        const path = join(folder, name)
        const bytes = readFileSync(path)
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
