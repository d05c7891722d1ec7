import {
  AuthError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  TokenExpiredError,
} from '@social/core/platform'

import { permissionIn } from './permission.js'
import { type FaultRow, notAllowed, outage, refusedPost, refusalMessage, usedUp } from './row.js'

const RECONNECT = 'Sign the account in again.'

/** Why a token is dead, by the subcode of error 190. 458 to 460 are in the official table; the others were seen. */
const DEAD_TOKENS: readonly (readonly [subcode: number, why: string, remedy: string])[] = [
  [458, 'the person removed the app', RECONNECT],
  [
    459,
    'the person first has to log in at www.facebook.com and do what is asked there',
    `Only that helps; then: ${RECONNECT.toLowerCase()}`,
  ],
  [460, 'the password was changed, which ends every token', RECONNECT],
  [464, 'the person first has to confirm their account', `Only that helps; then: ${RECONNECT.toLowerCase()}`],
  [467, 'the token was withdrawn, or the person logged out', RECONNECT],
  [492, 'the person has no role on the page any more', 'Ask somebody with a role on it to sign in.'],
]

const deadTokens: readonly FaultRow[] = DEAD_TOKENS.map(([subcode, why, remedy]) => ({
  codes: [190, 102],
  subcodes: [subcode],
  make: (fault, details) =>
    new AuthError(refusalMessage(`${details.platform} refused the token: ${why}`, fault, remedy), details),
}))

const missingPermission: FaultRow['make'] = (fault, details) => {
  const needs = permissionIn(fault.words)
  if (needs === null)
    return new NotAllowedError(
      refusalMessage(
        `${details.platform} refused: the connection, or the app, lacks a permission`,
        fault,
        'Sign the account in again and allow everything; an app needs its permissions approved at the network.',
      ),
      details,
    )
  return new MissingPermissionError({
    ...details,
    needs,
    suggestion: `Sign the account in again and allow it; the person can untick single permissions, and connections made before it was asked for do not have it. An app needs it approved at the network.`,
  })
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Codes by which Meta asks to slow down, and whose allowance they are about. 80000 to 80014: by use case.
 *  https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-22) */
export const RATE_LIMIT_CODES: ReadonlyMap<number, string> = new Map([
  [4, "the app's allowance"],
  [17, "the person's allowance"],
  [32, "the page's allowance"],
  [341, "the app's allowance"],
  [613, 'an allowance of this very call'],
  ...range(80_000, 80_014).map((code) => [code, "the account's allowance"] as const),
])

/** What comes before the limits: a spam verdict has the code of one. */
export const BEFORE_LIMITS: readonly FaultRow[] = [
  {
    subcodes: [2_207_051],
    make: notAllowed('it takes this for spam', 'Wait, and post less of the same.'),
  },
  {
    codes: [190],
    subcodes: [463],
    make: (fault, details) =>
      new TokenExpiredError(
        refusalMessage(`${details.platform} refused the token: it has run out`, fault, RECONNECT),
        details,
      ),
  },
  ...deadTokens,
  {
    codes: [190, 102],
    make: (fault, details) =>
      new AuthError(refusalMessage(`${details.platform} refused the token`, fault, RECONNECT), details),
  },
]

/** What comes after them: the first that fits.
 *  https://developers.facebook.com/docs/graph-api/guides/error-handling (read 2026-11-22) */
export const AFTER_LIMITS: readonly FaultRow[] = [
  {
    subcodes: [2_207_042],
    make: usedUp(
      "the account's allowance of posts",
      'It is counted over the last 24 hours: wait until the oldest of them is a day old.',
    ),
  },
  {
    subcodes: [2_018_278, 2_534_022],
    make: notAllowed(
      'the window in which the person can be answered is over',
      'Wait until they write again.',
    ),
  },
  {
    codes: [1_545_041],
    make: notAllowed('the person cannot be reached', 'Wait until they write again.'),
  },
  { codes: [10, ...range(200, 299)], make: missingPermission },
  {
    codes: [3],
    make: notAllowed('the app cannot make this call', 'Add the use case, or have it approved.'),
  },
  {
    codes: [368],
    make: notAllowed('the account is blocked for now', 'Wait, and look into the account itself.'),
  },
  { codes: [506], make: refusedPost('the post: the same is there already', 'Change the words.') },
  { codes: [1_609_005], make: refusedPost('the link: it cannot be read', 'Check the address.') },
  { when: ({ isTransient }) => isTransient, make: outage },
  { codes: [1, 2], make: outage },
  {
    codes: [803],
    make: (fault, details) =>
      new NotFoundError(
        refusalMessage(`${details.platform} does not have it`, fault, 'Check the id.'),
        details,
      ),
  },
]
