import { systemClock, within, wrongArgument } from '@social/core/store'

const TOO_LATE = new Error('The work did not end in time.')

/**
 * Waits so long for something that may never end, as closing a connection to a server that does not answer.
 *
 * @returns False when it has not ended by then; nobody hears what becomes of it later.
 * @throws ConfigError for what is no promise or no number, and whatever the work rejects with in time.
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
