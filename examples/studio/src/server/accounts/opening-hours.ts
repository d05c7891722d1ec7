import type { AnyAccount } from '@social/core'
import { readListing } from '@social/google-business'
import * as v from 'valibot'

import type { OpeningHours } from '../../shared/accounts.js'
import { BadRequest } from '../refusals.js'

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/

const time = v.object({ hours: v.optional(v.number(), 0), minutes: v.optional(v.number(), 0) })
const listing = v.object({
  regularHours: v.object({ periods: v.array(v.object({ openTime: time, closeTime: time })) }),
})

const toClock = ({ hours, minutes }: v.InferOutput<typeof time>): string =>
  `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`

function fromClock(text: string): { hours: number; minutes: number } {
  const [, hours, minutes] = CLOCK.exec(text) ?? []
  if (hours === undefined || minutes === undefined) throw new BadRequest('Write the time in the form 08:30.')
  return { hours: Number(hours), minutes: Number(minutes) }
}

/**
 * Reads the opening hours of a listing. Returns null if the listing has no hours. The studio
 * supports one time range, which applies to all days.
 */
export async function readHours(account: AnyAccount, signal: AbortSignal): Promise<OpeningHours | null> {
  if (!account.can('updateLocation')) return null
  const found = await account.run((call) => readListing(['regularHours'], call), { signal })
  const read = v.safeParse(listing, found)
  const [first] = read.success ? read.output.regularHours.periods : []
  return first === undefined ? null : { opens: toClock(first.openTime), closes: toClock(first.closeTime) }
}

/**
 * Changes the opening hours and no other field of the listing.
 * @throws BadRequest for an invalid time.
 */
export async function writeHours(
  account: AnyAccount,
  { opens, closes }: OpeningHours,
  signal: AbortSignal,
): Promise<OpeningHours | null> {
  if (!account.can('updateLocation')) throw new BadRequest('This account has no listing.')
  const [openTime, closeTime] = [fromClock(opens), fromClock(closes)]
  const periods = DAYS.map((day) => ({ openDay: day, openTime, closeDay: day, closeTime }))
  await account.updateLocation({ regularHours: { periods } }, { signal })
  return readHours(account, signal)
}
