import { appendFileSync } from 'node:fs'

/**
 * Environment variable that continuous integration sets to 1. Tests that need a server must then
 * not be skipped.
 */
const REQUIRED = 'SOCIAL_SERVERS_REQUIRED'

/**
 * Adds skipped tests to the summary of the run, or prints them.
 *
 * @throws Error if the tests must not be skipped.
 */
export function leaveOut(what: string): null {
  if (process.env[REQUIRED] === '1') throw new Error(`${REQUIRED} is set, but this cannot be run: ${what}`)
  const file = process.env['LEFT_OUT_FILE']
  if (file === undefined) process.stderr.write(`left out: ${what}\n`)
  else appendFileSync(file, `${what}\n`)
  return null
}
