import { PostGoneError } from '@social/core/platform'
import * as v from 'valibot'

const digits = v.pipe(v.string(), v.digits(), v.maxLength(64))

/** True for an id in Pinterest's format. */
export function isPinterestId(id: string): boolean {
  return v.is(digits, id)
}

/**
 * Returns the API path of a pin.
 *
 * @throws PostGoneError for an invalid id, because such a pin cannot exist.
 */
export function pinPath(pinId: string): string {
  if (isPinterestId(pinId)) return `/pins/${pinId}`
  throw new PostGoneError(
    'The pinterest pin id is not valid: it must consist of digits. Pass the id that account.post returned.',
    {
      platform: 'pinterest',
    },
  )
}
