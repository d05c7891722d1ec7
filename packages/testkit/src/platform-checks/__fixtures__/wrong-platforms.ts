import type { WrongPlatform } from './wrong.js'
import { WRONG_ADDRESSES } from './wrong-addresses.js'
import { WRONG_POSTING } from './wrong-posting.js'
import { WRONG_PROMISES } from './wrong-promises.js'
import { WRONG_PUBLISHING } from './wrong-publishing.js'
import { WRONG_PUSHING } from './wrong-pushing.js'
import { WRONG_READING } from './wrong-reading.js'
import { WRONG_ANSWERS, WRONG_REQUESTS } from './wrong-requests.js'
import { WRONG_SHAPE } from './wrong-shape.js'
import { WRONG_SIGN_IN } from './wrong-sign-in.js'
import { WRONG_THREADS } from './wrong-threads.js'
import { WRONG_TELLING } from './wrong-telling.js'

/**
 * Checks that always fail together with other checks, because other checks depend on the same
 * members.
 */
export const NEVER_ALONE: ReadonlySet<string> = new Set([
  'has a valid name',
  'lists the origin of apiBase among its origins',
  'reveals no secret of a connection',
  'starts a sign-in without an app if it needs none',
  'shows a browser no secret that a network quotes',
])

/** Each check, with a platform that fails only this check and the failure message. */
export const WRONG: readonly WrongPlatform[] = [
  ...WRONG_SHAPE,
  ...WRONG_ADDRESSES,
  ...WRONG_SIGN_IN,
  ...WRONG_PROMISES,
  ...WRONG_REQUESTS,
  ...WRONG_ANSWERS,
  ...WRONG_READING,
  ...WRONG_POSTING,
  ...WRONG_PUBLISHING,
  ...WRONG_THREADS,
  ...WRONG_PUSHING,
  ...WRONG_TELLING,
]
