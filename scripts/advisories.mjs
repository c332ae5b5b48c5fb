// `npm run advisories`: searches the npm and Go databases for known vulnerabilities of the product's dependencies. Fails if there are any, or if a
// database is not reachable.
import { spawnSync } from 'node:child_process'
import { findGo } from './install.mjs'
import { runMain } from './output.mjs'
import { engineFolder, goToolchain } from './pin.mjs'
import { projectRoot, runNpm } from './project.mjs'

await runMain(async () => {
  const npm = runNpm('audit', '--omit=dev')
  const packages = spawnSync(...npm, { cwd: projectRoot, stdio: 'inherit' })
  // Reports only vulnerabilities of functions that the engine calls.
  const words = ['run', 'golang.org/x/vuln/cmd/govulncheck@v1.9.0', './...']
  const env = { ...process.env, GOTOOLCHAIN: goToolchain }
  const modules = spawnSync(await findGo(), words, { cwd: engineFolder, env, stdio: 'inherit' })
  process.exitCode = packages.status === 0 && modules.status === 0 ? 0 : 1
})
