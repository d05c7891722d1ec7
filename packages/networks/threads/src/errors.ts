import {
  MissingPermissionError,
  NotAllowedError,
  type PlatformBase,
  PostGoneError,
} from '@social/core/platform'
import {
  edgeOf,
  type FaultRow,
  type GraphFault,
  notAllowed,
  permissionIn,
  readGraphErrors,
  refusedPost,
  refusedSignIn,
  refusalMessage,
  rowsFor,
  seenAfterPublish,
  unfetchableFile,
} from '@social/meta-kit'

import { TEXTS } from './messages.js'

/**
 * Names the app that Threads requires. Error messages contain this advice when no app is stored,
 * and when Threads refuses the id and secret of the app.
 */
export const APP_ADVICE =
  'Threads requires its own id and secret: Threads App ID and Threads App Secret, in the App Dashboard under App settings, Basic, after the use case "Access the Threads API" is added.'

/** Permissions that allow a reply to another user's post. One of the two is enough. */
const FOREIGN_REPLIES = 'threads_manage_mentions or threads_keyword_search'

/** Threads' error subcode for a missing container or post. */
export const MEDIA_NOT_FOUND = 4_279_009

const makesContainer = (fault: GraphFault): boolean => fault.method === 'POST' && edgeOf(fault) === 'threads'

/**
 * Refusals of Threads and their errors. The first row that matches applies. The error codes of all
 * Meta networks are in `@social/meta-kit`.
 * https://developers.facebook.com/documentation/threads/troubleshooting (read 2026-11-22)
 */
export const ROWS: readonly FaultRow[] = [
  refusedSignIn(APP_ADVICE),
  {
    codes: [10, 200],
    message: FOREIGN_REPLIES.split(' or '),
    make: (fault, details) =>
      new MissingPermissionError({
        ...details,
        reason: 'PERMISSION_LOST',
        needs: permissionIn(fault.message) ?? 'threads_manage_mentions',
        suggestion: `Replies to posts of other users require ${FOREIGN_REPLIES}. Request one of them with { scopes } and sign the account in again. Replies to own posts require neither.`,
      }),
  },
  {
    // Threads does not report which permission is missing, so the error names both candidates.
    codes: [10, 200],
    when: (fault) => makesContainer(fault) && permissionIn(fault.message) === null && !isFeature(fault),
    make: (fault, details) =>
      new NotAllowedError(
        refusalMessage(
          'threads refused: the connection, or the app, lacks a permission',
          fault,
          `Sign the account in again and grant all permissions. Replies to posts of other users require ${FOREIGN_REPLIES}.`,
        ),
        { ...details, reason: 'PERMISSION_LOST' },
      ),
  },
  {
    subcodes: [MEDIA_NOT_FOUND],
    when: (fault) => edgeOf(fault) === 'repost',
    make: (fault, details) =>
      new PostGoneError(refusalMessage('threads does not have this post', fault, ''), details),
  },
  {
    subcodes: [4_279_013],
    make: notAllowed('the account is restricted', {
      remedy: 'The person has to open the Threads app, which shows the reason.',
      reason: 'ACCOUNT_SUSPENDED',
    }),
  },
  {
    message: ['THREADS_API__FEATURE_NOT_AVAILABLE'],
    make: notAllowed('the account does not have this feature', {
      remedy: 'Remove the option that requires it.',
      reason: 'FEATURE_MISSING',
      userText: TEXTS.FEATURE_MISSING,
    }),
  },
  {
    message: ['THREADS_API__LINK_LIMIT_EXCEEDED'],
    make: refusedPost('the links', {
      remedy: 'A post takes at most 5 different links. Remove some.',
      field: 'text',
      code: 'TOO_MANY_LINKS',
      userText: TEXTS.TOO_MANY_LINKS,
      limit: 5,
    }),
  },
  {
    message: ['THREADS_API__GEO_GATING_INVALID_COUNTRY_CODES'],
    make: refusedPost('options.allowlistedCountryCodes', {
      remedy: 'Pass codes of ISO 3166, such as "US".',
      field: 'options',
      optionPath: 'allowlistedCountryCodes',
      code: 'COUNTRY_UNKNOWN',
      userText: TEXTS.COUNTRY_UNKNOWN,
    }),
  },
  {
    // https://github.com/gitroomhq/postiz-app, threads.provider.ts (2026-08-21)
    codes: [100],
    message: ['at most 500 characters'],
    when: makesContainer,
    make: refusedPost('the text', {
      remedy: 'Shorten it to 500 characters. An emoji counts as 4 or more.',
      field: 'text',
      code: 'TEXT_TOO_LONG',
      userText: TEXTS.TEXT_TOO_LONG,
      limit: 500,
    }),
  },
  ...rowsFor({ codes: [9004], subcodes: [2_207_052] }, unfetchableFile),
]

const isFeature = ({ message, type }: GraphFault): boolean => `${message} ${type}`.includes('THREADS_API__')

const PUBLISHING: ReadonlySet<string> = new Set(['threads', 'threads_publish'])
const OF_POSTS: ReadonlySet<string> = new Set([
  'replies',
  'conversation',
  'insights',
  'manage_reply',
  'manage_pending_reply',
  'pending_replies',
  'repost',
])

/**
 * Converts a refusal of Threads to an error of the library. Returns null when the HTTP status
 * alone decides the error class.
 */
export const readError: PlatformBase['readError'] = readGraphErrors({
  platform: 'threads',
  rows: ROWS,
  publishingEdges: PUBLISHING,
  mayHaveTakenEffect: seenAfterPublish('threads_publish'),
  // A DELETE request is always about a post, because the library deletes nothing else. Only a post
  // has a permalink.
  namesPost: (fault) =>
    OF_POSTS.has(edgeOf(fault)) ||
    fault.method === 'DELETE' ||
    fault.url.searchParams.get('fields') === 'id,permalink',
})
