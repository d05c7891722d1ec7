// Runs the named root scripts and prints their durations: `steps.mjs build then test:unit beside
// lint typecheck`. Scripts after "then" start when all scripts before it have ended. The scripts on
// both sides of "beside" run concurrently. A failed script does not stop the others. The end of the
// output repeats failures and omitted steps. The last line is always the totals: "N passed, N
// failed".
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

/** Step that runs vitest. vitest also writes the report file. */
const TESTS = 'test:unit'
const report = new URL('../reports/tests.json', import.meta.url)
/**
 * File to which a test adds a line if the test cannot run, for example without a browser.
 * `LEFT_OUT_FILE` contains its path.
 */
const leftOutFile = new URL('../reports/left-out.txt', import.meta.url)

// Usually this file runs with the Node of the workspace, which is the optional dependency "node".
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`Node 22.19 or newer is required to build and test. This is ${process.versions.node}.`)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

/** Number of characters of the longest step name. */
const WIDTH = 14
/** Milliseconds to wait for the last output of a step that has ended. */
const LINES_END_MS = 5000
/** Maximum number of failed tests that the end of the output names. */
const NAMED_FAILURES = 10

let passed = 0
let failed = 0
const leftOut = []
const failures = []
/** Adds the test counts from vitest's report. Returns the number of failed tests. */
function countTests() {
  try {
    const tests = JSON.parse(readFileSync(report, 'utf8'))
    rmSync(report)
    passed += tests.numPassedTests
    failed += tests.numFailedTests
    if (tests.numPendingTests > 0) leftOut.push(`${tests.numPendingTests} tests that do not apply here`)
    for (const file of tests.testResults) nameFailures(file)
    return tests.numFailedTests
  } catch {
    return 0
  }
}

/** Stores the name of each failed test of a file, with the first line of its error. */
function nameFailures({ name, status, message, assertionResults }) {
  const file = relative(process.cwd(), name)
  const inFile = assertionResults.filter((test) => test.status === 'failed')
  for (const test of inFile) failures.push([`${file} > ${test.fullName}`, test.failureMessages[0]])
  if (status === 'failed' && inFile.length === 0) failures.push([file, message])
}

/** Returns the first line of an error, shortened for a list. */
const firstLine = (text = '') => stripVTControlCharacters(text).split('\n', 1)[0].slice(0, 300)

/** Reads the lines about omitted parts that the steps wrote. */
function readLeftOut() {
  try {
    leftOut.push(...readFileSync(leftOutFile, 'utf8').split('\n').filter(Boolean))
  } catch {
    // The file does not exist if no step omitted a part.
  }
}

mkdirSync(new URL('.', report), { recursive: true })
rmSync(report, { force: true })
rmSync(leftOutFile, { force: true })
const timings = []

/**
 * Runs one script and prints its output line by line. If scripts run concurrently, each line
 * starts with the name of the script.
 */
function run(step, isAlone) {
  const child = spawn('pnpm', ['run', step], {
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, LEFT_OUT_FILE: fileURLToPath(leftOutFile) },
  })
  for (const output of [child.stdout, child.stderr])
    if (output) createInterface(output).on('line', (line) => console.log(`${step.padEnd(WIDTH)} | ${line}`))
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error)
      resolve(false)
    })
    child.once('close', (status) => resolve(status === 0))
    // A remaining child process can keep the streams open after the step has ended.
    child.once('exit', (status) => {
      setTimeout(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
        resolve(status === 0)
      }, LINES_END_MS).unref()
    })
  })
}

/** Runs several scripts one after the other. */
async function runRow(steps, isAlone) {
  for (const step of steps) {
    const started = performance.now()
    console.log(`\n> ${step} (node ${process.versions.node})`)
    const ok = await run(step, isAlone)
    timings.push([step, (performance.now() - started) / 1000, ok])
    const failedTests = step === TESTS ? countTests() : 0
    // A step that fails without a failed test counts as one failure.
    if (failedTests === 0 && !ok) failed += 1
  }
}

/** Splits the names at a separator. */
function split(names, separator) {
  const parts = [[]]
  for (const name of names)
    if (name === separator) parts.push([])
    else parts.at(-1).push(name)
  return parts
}

const begun = performance.now()
for (const part of split(process.argv.slice(2), 'then')) {
  const rows = split(part, 'beside')
  await Promise.all(rows.map((row) => runRow(row, rows.length === 1)))
}
readLeftOut()
console.log()
for (const [step, seconds, ok] of timings)
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${step.padEnd(WIDTH)} ${seconds.toFixed(1)} s`)
console.log(`     ${'total'.padEnd(WIDTH)} ${((performance.now() - begun) / 1000).toFixed(1)} s`)
for (const [name, why] of failures.slice(0, NAMED_FAILURES))
  console.log(`failed: ${name}\n        ${firstLine(why)}`)
if (failures.length > NAMED_FAILURES)
  console.log(`failed: ${failures.length - NAMED_FAILURES} more (see above)`)
for (const what of new Set(leftOut)) console.log(`left out: ${what}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
