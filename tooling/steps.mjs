// Runs the named root scripts one after another, all of them even when one fails, and prints what each one took.
// What failed is named once more at the end, for whoever reads the end of a long log alone. What was left out is said;
// the last line is always the totals: "N passed, N failed".
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const report = new URL('../reports/tests.json', import.meta.url)
/** Whoever leaves something out, for want of a browser say, adds a line to this file (path in `LEFT_OUT_FILE`). */
const leftOutFile = new URL('../reports/left-out.txt', import.meta.url)

// The workspace's own Node (the optional dependency "node") normally runs this.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`Node 22.19 or newer is needed to build and test; this is ${process.versions.node}.`)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

/** Failed tests that are named at the end; there are more only when something is wrong everywhere. */
const NAMED_FAILURES = 10

let passed = 0
let failed = 0
const leftOut = []
const failures = []
/** Adds what vitest wrote, if this step was the one that ran it. */
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

/** Keeps the name of each failed test of a file, and the first line of why. */
function nameFailures({ name, status, message, assertionResults }) {
  const file = relative(process.cwd(), name)
  const inFile = assertionResults.filter((test) => test.status === 'failed')
  for (const test of inFile) failures.push([`${file} > ${test.fullName}`, test.failureMessages[0]])
  if (status === 'failed' && inFile.length === 0) failures.push([file, message])
}

/** The first line of what a test says, short enough for a list. */
const firstLine = (text = '') => stripVTControlCharacters(text).split('\n', 1)[0].slice(0, 300)

/** Reads the lines that steps wrote about what they could not do here. */
function readLeftOut() {
  try {
    leftOut.push(...readFileSync(leftOutFile, 'utf8').split('\n').filter(Boolean))
  } catch {
    // Nobody left anything out.
  }
}

mkdirSync(new URL('.', report), { recursive: true })
rmSync(report, { force: true })
rmSync(leftOutFile, { force: true })
const timings = []
for (const step of process.argv.slice(2)) {
  const started = performance.now()
  console.log(`\n> ${step} (node ${process.versions.node})`)
  const { status } = spawnSync('pnpm', ['run', step], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, LEFT_OUT_FILE: fileURLToPath(leftOutFile) },
  })
  timings.push([step, (performance.now() - started) / 1000, status === 0])
  // A step that fails without a failed test counts as one failure.
  if (countTests() === 0 && status !== 0) failed += 1
}
readLeftOut()
console.log()
for (const [step, seconds, ok] of timings)
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${step.padEnd(16)} ${seconds.toFixed(1)} s`)
for (const [name, why] of failures.slice(0, NAMED_FAILURES))
  console.log(`failed: ${name}\n        ${firstLine(why)}`)
if (failures.length > NAMED_FAILURES)
  console.log(`failed: ${failures.length - NAMED_FAILURES} more, see above`)
for (const what of new Set(leftOut)) console.log(`left out: ${what}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
