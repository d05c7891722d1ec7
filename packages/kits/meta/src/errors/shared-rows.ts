import {
  AuthError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  TokenExpiredError,
} from '@social/core/platform'

import { META_TEXTS } from '../messages.js'
import { permissionIn } from './permission.js'
import {
  type FaultRow,
  notAllowed,
  outage,
  refusedPost,
  type RefusedReason,
  refusedToken,
  refusalMessage,
  usedUp,
} from './row.js'

const RECONNECT = 'Sign the account in again.'
const LATER = { remedy: `Nothing else helps. Then: ${RECONNECT.toLowerCase()}` }

/**
 * Reasons for an invalid token, by subcode of error 190. Meta documents the subcodes 458 to 460.
 * The other subcodes were observed.
 */
const DEAD_TOKENS: readonly (readonly [subcode: number, why: string, reason: RefusedReason])[] = [
  [458, 'the person removed the app', { remedy: RECONNECT, reason: 'ACCESS_REVOKED' }],
  [
    459,
    'the person first has to log in at www.facebook.com and follow the instructions there',
    { ...LATER, reason: 'CHECKPOINT' },
  ],
  [
    460,
    'the password was changed, which invalidates every token',
    { remedy: RECONNECT, reason: 'PASSWORD_CHANGED' },
  ],
  [464, 'the person first has to confirm their account', { ...LATER, reason: 'CHECKPOINT' }],
  [467, 'the token was withdrawn, or the person logged out', { remedy: RECONNECT, reason: 'ACCESS_REVOKED' }],
  [
    492,
    'the person no longer has a role on the page',
    {
      remedy: 'Ask a person with a role on the page to sign in.',
      reason: 'ROLE_LOST',
      userText: META_TEXTS.ROLE_LOST,
    },
  ],
]

const deadTokens: readonly FaultRow[] = DEAD_TOKENS.map(([subcode, why, reason]) => ({
  codes: [190, 102],
  subcodes: [subcode],
  make: refusedToken(why, reason),
}))

const missingPermission: FaultRow['make'] = (fault, details) => {
  const needs = permissionIn(fault.message)
  if (needs === null)
    return new NotAllowedError(
      refusalMessage(
        `${details.platform} refused: the connection, or the app, lacks a permission`,
        fault,
        'Sign the account in again and grant all permissions. The network must approve the permissions of an app.',
      ),
      { ...details, reason: 'PERMISSION_LOST' },
    )
  return new MissingPermissionError({
    ...details,
    reason: 'PERMISSION_LOST',
    needs,
    suggestion: `Sign the account in again and grant the permission. A person can deselect single permissions, and older connections may lack new ones. The network must approve the permission for the app.`,
  })
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/**
 * Rate limit codes, and the party to whom each limit applies. The codes 80000 to 80014 belong to
 * business use cases.
 * https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-22)
 */
export const RATE_LIMIT_CODES: ReadonlyMap<number, string> = new Map([
  [4, 'limit of the app'],
  [17, 'limit of the person'],
  [32, 'limit of the page'],
  [341, 'limit of the app'],
  [613, 'limit of this call'],
  ...range(80_000, 80_014).map((code) => [code, 'limit of the account'] as const),
])

/**
 * Rules that must precede the rules for rate limits, because a spam refusal has the same code as a
 * rate limit.
 */
export const BEFORE_LIMITS: readonly FaultRow[] = [
  {
    subcodes: [2_207_051],
    make: notAllowed('it was classified as spam', {
      remedy: 'Wait, and post less similar content.',
      reason: 'SPAM',
    }),
  },
  {
    codes: [190],
    subcodes: [463],
    make: (fault, details) =>
      new TokenExpiredError(
        refusalMessage(`${details.platform} refused the token: it has expired`, fault, RECONNECT),
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

/**
 * Rules that follow the rules for rate limits. The first matching rule applies.
 * https://developers.facebook.com/docs/graph-api/guides/error-handling (read 2026-11-22)
 */
export const AFTER_LIMITS: readonly FaultRow[] = [
  {
    subcodes: [2_207_042],
    make: usedUp(
      'the post limit of the account',
      'The limit covers the last 24 hours. Wait until the oldest of these posts is a day old.',
    ),
  },
  {
    subcodes: [2_018_278, 2_534_022],
    make: notAllowed('the window for replies to this person is closed', {
      remedy: 'Wait until the person writes again.',
      reason: 'REPLY_WINDOW_CLOSED',
    }),
  },
  {
    codes: [1_545_041],
    make: notAllowed('the person cannot be reached', {
      remedy: 'Wait until the person writes again.',
      reason: 'PERSON_UNREACHABLE',
      userText: META_TEXTS.PERSON_UNREACHABLE,
    }),
  },
  { codes: [10, ...range(200, 299)], make: missingPermission },
  {
    codes: [3],
    make: notAllowed('the app cannot make this call', {
      remedy: 'Add the use case to the app, or get it approved.',
      reason: 'APP_RESTRICTED',
    }),
  },
  {
    codes: [368],
    make: notAllowed('the account is temporarily blocked', {
      remedy: 'Wait, and check the account on the network.',
      reason: 'ACCOUNT_SUSPENDED',
    }),
  },
  {
    codes: [506],
    make: refusedPost('the post: an identical post exists', {
      remedy: 'Change the text.',
      field: 'text',
      code: 'DUPLICATE',
    }),
  },
  {
    codes: [1_609_005],
    make: refusedPost('the link: it cannot be read', {
      remedy: 'Check the URL.',
      field: 'post',
      code: 'LINK_UNREADABLE',
      userText: META_TEXTS.LINK_UNREADABLE,
    }),
  },
  { when: ({ isTransient }) => isTransient, make: outage },
  { codes: [1, 2], make: outage },
  {
    codes: [803],
    make: (fault, details) =>
      new NotFoundError(
        refusalMessage(`${details.platform} does not have the requested object`, fault, 'Check the id.'),
        details,
      ),
  },
]
