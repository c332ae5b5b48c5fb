import { spawn } from 'node:child_process'
import { openSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { formatErrorMessage, printLine, runCommand } from '../../scripts/output.mjs'
import { prepareProduct, projectRoot, runNpm } from '../../scripts/project.mjs'
import { isThere, requireTools } from './tools.mjs'

/** Parallel test files of a full run: more than cores, because servers and browsers wait for each other. */
const workersForAll = 4
/** Parallel test files of a partial run. */
const workersForSome = 2

/**
 * Prepares a clean clone, runs the tests and prints a line with their numbers. The exit code is 0 only if tests ran and all passed.
 * @param {string[]} words arguments for vitest: `--project unit`, `-t name`, a path
 */
async function runTests(words) {
  const ended = await attempt(words)
  const { passed, failed, skipped } = ended ?? { passed: 0, failed: 1, skipped: 0 }
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exit(failed === 0 && passed > 0 ? 0 : 1)
}

/** @param {string[]} words */
async function attempt(words) {
  try {
    // Waits for both even if one fails, because an interrupted package manager leaves a broken system.
    const offsite = uses(words, ['offsite'])
    const containers = uses(words, ['integration', 'e2e'])
    const isWhole = words.length === 0
    const tools = requireTools({ containers })
    // The engine is built with Go.
    const built = isThere('go') ? prepareProduct() : tools.then(() => prepareProduct())
    // Requires only the packages; runs while programs are installed.
    const checking = isWhole ? built.then(check, () => false) : true
    const ready = await Promise.allSettled([built, tools])
    for (const part of ready) if (part.status === 'rejected') throw part.reason
    if (offsite) buildApart()
    printLine('Ejecutando las pruebas …')
    const [ran, isClean] = await Promise.all([vitest(words, workersFor(words)), checking])
    const recovered = isWhole ? await passedAtSecondTry(ran) : []
    const isTooMany = recovered.length > maxRecovered && process.env.CI !== undefined
    return {
      passed: ran.passed + recovered.length,
      failed: ran.failed - recovered.length + (isClean ? 0 : 1) + (isTooMany ? 1 : 0),
      skipped: ran.skipped,
    }
  } catch (error) {
    console.error(`\n✗ ${formatErrorMessage(error)}`)
    return null
  }
}

/** Maximum number of tests that pass only at the second try; a CI run with more fails. */
const maxRecovered = 3
/** Maximum number of failed files that are run again. With more, a busy machine is hardly the cause. */
const maxFilesAgain = 4

/**
 * Runs the files with failures once more, alone on the machine, and returns the names of the tests that pass then. Nothing is run again if too
 * many files failed, or if something failed outside the tests.
 * @param {{ files: string[], failedNames: string[], isOfTests: boolean }} ran
 */
async function passedAtSecondTry({ files, failedNames, isOfTests }) {
  if (files.length === 0 || files.length > maxFilesAgain || !isOfTests) return []
  printLine(`Segundo intento, sin otras pruebas al lado: ${files.join(', ')} …`)
  const again = await vitest(files, 1)
  const recovered = failedNames.filter((name) => !again.failedNames.includes(name))
  if (recovered.length > 0) {
    console.error(`\nPasaron solo al segundo intento (en CI se admiten ${maxRecovered}):`)
    for (const name of recovered) console.error(`  ${name}`)
  }
  return recovered
}

/** Checks style, types and unused code. An error counts as one failure, and the tests still run; they include the rest of `npm run check`. */
async function check() {
  try {
    await runCommand('Revisando el estilo', ...runNpm('run', 'lint', '--silent'))
    await runCommand('Revisando los tipos', ...runNpm('run', 'typecheck', '--silent'))
    await runCommand('Buscando código sin uso', ...runNpm('exec', '--', 'knip'))
    return true
  } catch (error) {
    console.error(`\n✗ ${formatErrorMessage(error)}`)
    return false
  }
}

/**
 * Whether tests of one of these projects may run: those of the domain and of the engine need neither Docker nor a browser.
 * @param {string[]} words @param {string[]} projects
 */
function uses(words, projects) {
  const named = words.flatMap((word, i) =>
    word === '--project' ? [words[i + 1]] : (word.match(/^--project=(.*)/)?.[1] ?? []),
  )
  const paths = words.filter((word) => word.startsWith('tests/'))
  if (named.length > 0) return named.some((name) => projects.includes(name ?? ''))
  return paths.length === 0 || paths.some((path) => projects.some((name) => path.startsWith(`tests/${name}`)))
}

/** Builds the programs of the offsite tests, which takes minutes: starts now with low priority and ends with this process. */
function buildApart() {
  const log = openSync(join(projectRoot, '.tmp/programs.log'), 'w')
  const program = join(import.meta.dirname, 'go-programs.mjs')
  const building = spawn(process.execPath, [program], { detached: true, stdio: ['ignore', log, log] })
  building.unref()
  process.once('exit', () => {
    try {
      if (building.exitCode === null) process.kill(-(building.pid ?? 0))
    } catch {
      // The process has ended.
    }
  })
}

/** Returns the number of parallel test files. Each worker of `integration` and `e2e` needs a server. @param {string[]} words */
function workersFor(words) {
  if (words.length === 0) return workersForAll
  return words.filter((word) => word.startsWith('tests/')).length === 1 ? 1 : workersForSome
}

/** @param {string[]} words @param {number} workers parallel test files; `TEST_WORKERS` takes precedence */
async function vitest(words, workers) {
  const report = join(projectRoot, '.tmp/tests.json')
  rmSync(report, { force: true })
  const program = join(projectRoot, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--silent=passed-only', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, [program, 'run', ...reporters, ...words], {
    cwd: projectRoot,
    env: { TEST_WORKERS: String(workers), ...process.env, ...(!process.stdout.isTTY && { NO_COLOR: '1' }) },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (part) => {
    process.stderr.write(part)
    complaints = (complaints + part).slice(-4000)
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  /** @type {Report} */
  const results = JSON.parse(readFileSync(report, 'utf8'))
  return {
    ...count(results, code === 0),
    files: results.testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name }) => relative(projectRoot, name)),
    failedNames: namesOfFailed(results),
    isOfTests: !/Unhandled (Errors?|Rejection)/.test(complaints),
  }
}

/** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] }} Report */

/** @param {readonly { status: string }[]} tests */
const hasFailedTest = (tests) => tests.some(({ status }) => status === 'failed')

/** Returns the full names of the failed tests; a file that could not be loaded or prepared counts by its path. @param {Report} told */
function namesOfFailed(told) {
  return told.testResults.flatMap(({ name, status, assertionResults }) => {
    if (status === 'failed' && !hasFailedTest(assertionResults)) return [relative(projectRoot, name)]
    return assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName)
  })
}

/**
 * A file that could not be loaded and an error outside the tests count as failures, too.
 * @param {Report} told
 * @param {boolean} succeeded
 */
function count(told, succeeded) {
  const unloaded = told.testResults.filter(
    (file) => file.status === 'failed' && !hasFailedTest(file.assertionResults),
  ).length
  const failed = told.numFailedTests + unloaded
  return {
    passed: told.numPassedTests,
    failed: succeeded ? failed : Math.max(failed, 1),
    skipped: told.numPendingTests + told.numTodoTests,
  }
}

await runTests(process.argv.slice(2))
