import type { FieldReports } from '@social/emulator'

import type { Outcome, ReportedFailure, ReportTrial } from './field-report-rows.js'

/** Results for posts, and for other operations. */
const ENDS = {
  COMES_OUT: ['The post comes out.', 'The call succeeds.'],
  COMES_OUT_LATER: ['The post comes out after the failure.', 'A later call succeeds.'],
  REFUSED: ['The post is refused.', 'The call is refused.'],
} as const

/** Returns the page that documents all rows of a network with their outcomes. */
export function pageOf(
  {
    name,
    rows,
  }: Pick<ReportTrial, 'name'> & { readonly rows: Readonly<Record<string, ReportedFailure<never>>> },
  reports: FieldReports,
  outcomes: ReadonlyMap<string, Outcome>,
): string {
  const lines = Object.entries(rows).map(([id, row]) => {
    const { does = '', source = '', date = null, assumesStatus = false } = reports[id] ?? {}
    const { code, todo, message } = outcomes.get(id) ?? { code: null, todo: null, message: '' }
    const from = source === 'general' ? 'general' : `[report](${source})`
    const failure = assumesStatus ? `${does} (status 400 is assumed)` : does
    const error = code === null ? '' : `\`${code}\`, \`${todo}\``
    const ends = ENDS[row.ends][row.run === undefined ? 0 : 1]
    const cells = [id, failure, ends, error, message]
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
