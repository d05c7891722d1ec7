import { PostGoneError } from '@social/core/platform'
import * as v from 'valibot'

const digits = v.pipe(v.string(), v.digits(), v.maxLength(64))

/** True for an id as Pinterest makes them. */
export function isPinterestId(id: string): boolean {
  return v.is(digits, id)
}

/**
 * Address of a pin.
 *
 * @throws PostGoneError for what is no id of Pinterest's: there can be no such pin.
 */
export function pinPath(pinId: string): string {
  if (isPinterestId(pinId)) return `/pins/${pinId}`
  throw new PostGoneError(
    'pinterest has no such pin: ids of pins are digits. Pass the id that account.post gave.',
    {
      platform: 'pinterest',
    },
  )
}
