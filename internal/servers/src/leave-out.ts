import { appendFileSync } from 'node:fs'

/** Where continuous integration says that the servers have to be there. */
const REQUIRED = 'SOCIAL_SERVERS_REQUIRED'

/**
 * Says what was left out where the whole run sums up, and here.
 *
 * @throws Error where the servers have to be there.
 */
export function leaveOut(what: string): null {
  if (process.env[REQUIRED] === '1') throw new Error(`${REQUIRED} is set, and this cannot be run: ${what}`)
  const file = process.env['LEFT_OUT_FILE']
  if (file === undefined) process.stderr.write(`left out: ${what}\n`)
  else appendFileSync(file, `${what}\n`)
  return null
}
