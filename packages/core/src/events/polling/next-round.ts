import type { Random } from '../../contract/index.js'
import { RateLimitError, UpdateBusyError } from '../../errors/index.js'

/** Seconds between two wake-ups of a pool at least; a poll is at most so much late. Our choice. */
export const TICK_SECONDS = 0.05

/** Seconds, one day: the longest wait that a failed round may ask for; then it is tried again whatever was asked. */
const MAX_WAIT_SECONDS = 86_400

/** The interval with jitter: up to that share of it longer or shorter, by chance. */
function spreadSeconds(everySeconds: number, jitter: number, random: Random): number {
  return everySeconds * (1 + jitter * (random.fraction() * 2 - 1))
}

/** How often an account is polled. */
interface Pace {
  readonly everySeconds: number
  readonly jitter: number
  readonly random: Random
}

/** Seconds until the next round after one that went well: what it asked for, else the interval. */
export function secondsAsAsked(asked: number | undefined, { everySeconds, jitter, random }: Pace): number {
  if (asked === undefined || !Number.isFinite(asked)) return spreadSeconds(everySeconds, jitter, random)
  return Math.max(TICK_SECONDS, asked)
}

/**
 * Seconds until the next round after a failed one. A network that asks for a longer wait gets it, up to a day, and a
 * little more, because everybody else it told the same will come back at that moment; an update in other hands is soon
 * free.
 */
export function secondsAfter(error: unknown, { everySeconds, jitter, random }: Pace): number {
  const usual = spreadSeconds(everySeconds, jitter, random)
  if (UpdateBusyError.is(error)) return Math.min(usual, asSeconds(error.retryAfter))
  if (RateLimitError.is(error) && error.retryAfter !== null)
    return Math.max(usual, asSeconds(error.retryAfter) * (1 + jitter * random.fraction()))
  return usual
}

/** What an error of another copy of the library, or of a careless network, asks for. */
export function asSeconds(asked: number): number {
  return asked >= 0 ? Math.min(asked, MAX_WAIT_SECONDS) : 0
}
