import type { SuiteReport, Tally } from '../suite/suite.js'
import { FAILURES } from '../verdict/verdict.js'

const HEAD = [
  'network',
  'runs',
  'faults',
  'results',
  'unknown',
  'account lost',
  ...FAILURES.map((one) => one.toLowerCase()),
]

function rowOf({ network, runs, faults, results, unknowns, lost, failures }: Tally): readonly string[] {
  return [
    network,
    ...[runs, faults, results, unknowns, lost, ...FAILURES.map((one) => failures[one])].map(String),
  ]
}

/** Formats rows in columns. The first column is left-aligned, the others are right-aligned. */
function columns(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_name, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
  return rows.map(line).join('\n')
}

/** Returns one row of counts for each network, with the heading first. */
export function countRows({ tallies }: SuiteReport): readonly (readonly string[])[] {
  return [HEAD, ...tallies.map((tally) => rowOf(tally))]
}

/** Returns the counts of every network as a table for a terminal. */
export function countsTable(report: SuiteReport): string {
  return columns(countRows(report))
}

/**
 * Returns the failures as text. Each starts with the name of the run, with which the run can be
 * repeated.
 */
export function failureList({ failed }: SuiteReport, limit = 20): string {
  const shown = failed.slice(0, limit).map(({ plan, findings }) => {
    const [first] = findings
    return `${plan}\n    ${findings.map(({ failure }) => failure).join(' ')}: ${first?.why ?? ''}`
  })
  const rest = failed.length - shown.length
  return [...shown, ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n')
}
