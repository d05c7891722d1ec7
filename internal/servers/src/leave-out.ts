import { appendFileSync } from 'node:fs'

/** Variable that continuous integration sets to 1, because the servers are required there. */
const REQUIRED = 'SOCIAL_SERVERS_REQUIRED'

/**
 * Adds skipped tests to the summary of the run, or prints them.
 *
 * @throws Error if the servers are required.
 */
export function leaveOut(what: string): null {
  if (process.env[REQUIRED] === '1') throw new Error(`${REQUIRED} is set, but this cannot be run: ${what}`)
  const file = process.env['LEFT_OUT_FILE']
  if (file === undefined) process.stderr.write(`left out: ${what}\n`)
  else appendFileSync(file, `${what}\n`)
  return null
}
