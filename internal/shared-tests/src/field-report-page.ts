import type { FieldReports } from '@social/emulator'

import type { Outcome, ReportTrial } from './field-report-rows.js'

const ENDS = {
  COMES_OUT: 'The post comes out.',
  COMES_OUT_LATER: 'The post comes out after the failure.',
  REFUSED: 'The post is refused.',
} as const

/** Returns the page that documents all rows of a network with their outcomes. */
export function pageOf(
  { name, rows }: ReportTrial,
  reports: FieldReports,
  outcomes: ReadonlyMap<string, Outcome>,
): string {
  const lines = Object.entries(rows).map(([id, row]) => {
    const { does = '', source = '', date = null, assumesStatus = false } = reports[id] ?? {}
    const { code, todo, message } = outcomes.get(id) ?? { code: null, todo: null, message: '' }
    const from = source === 'general' ? 'general' : `[report](${source})`
    const failure = assumesStatus ? `${does} (status 400 is assumed)` : does
    const error = code === null ? '' : `\`${code}\`, \`${todo}\``
    const ends = row.run === undefined || row.ends === 'REFUSED' ? ENDS[row.ends] : 'The call succeeds.'
    const cells = [id, failure, ends.replace(/^The post is/, row.run ? 'The call is' : '$&'), error, message]
    return `| ${[...cells, date === null ? from : `${from}, ${date}`].join(' | ')} |`
  })
  return [
    `# Failures of ${name} seen in production`,
    '',
    'The tests of the network write this page. Each failure is a fault of the emulator: `startEmulator({ faults: [id] })`.',
    '',
    '| Id | Failure | What the library does | Error and recommended action | Message for people | Source |',
    '| -- | ------- | --------------------- | ---------------------------- | ------------------ | ------ |',
    ...lines,
    '',
  ].join('\n')
}
