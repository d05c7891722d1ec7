import { systemClock, within, wrongArgument } from '@social/core/store'

const TOO_LATE = new Error('The work did not end in time.')

/**
 * Waits a limited time for work that may never end, such as closing a connection to an
 * unresponsive server.
 *
 * @returns False after the timeout. A later result or error of the work is ignored.
 * @throws ConfigError if `work` is not a promise or `seconds` is not a number. Also throws an
 * error of the work within the timeout.
 */
export async function endsWithin(work: Promise<unknown>, seconds: number): Promise<boolean> {
  if (typeof work?.then !== 'function') throw wrongArgument('endsWithin: work', 'a promise', work)
  if (typeof seconds !== 'number' || Number.isNaN(seconds))
    throw wrongArgument('endsWithin: seconds', 'a number', seconds)
  return within(
    work.then(() => true),
    { clock: systemClock, seconds, tooLate: () => TOO_LATE },
  ).catch((error: unknown) => {
    if (error === TOO_LATE) return false
    throw error
  })
}
