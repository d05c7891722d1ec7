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

/** Which pair is the right one; said where none is stored, and where Threads refuses the pair. */
export const APP_ADVICE =
  'Threads wants its own pair: Threads App ID and Threads App Secret, in the App Dashboard under App settings, Basic, once the use case "Access the Threads API" is added.'

/** What a reply under somebody else's post needs, one of both. */
const FOREIGN_REPLIES = 'threads_manage_mentions or threads_keyword_search'

/** Subcode of a container, or a post, that is not found. */
export const MEDIA_NOT_FOUND = 4_279_009

const makesContainer = (fault: GraphFault): boolean => fault.method === 'POST' && edgeOf(fault) === 'threads'

/** Threads' own refusals; the first row that fits. The codes of all of Meta are in the kit.
 *  https://developers.facebook.com/documentation/threads/troubleshooting (read 2026-11-22) */
const ROWS: readonly FaultRow[] = [
  refusedSignIn(APP_ADVICE),
  {
    codes: [10, 200],
    words: FOREIGN_REPLIES.split(' or '),
    make: (fault, details) =>
      new MissingPermissionError({
        ...details,
        needs: permissionIn(fault.words) ?? 'threads_manage_mentions',
        suggestion: `To reply to posts of other people the connection needs ${FOREIGN_REPLIES}. Ask for one of them with { scopes } and sign the account in again; replying under its own posts needs neither.`,
      }),
  },
  {
    // It names no permission: which of both it is cannot be told.
    codes: [10, 200],
    when: (fault) => makesContainer(fault) && permissionIn(fault.words) === null && !isFeature(fault),
    make: (fault, details) =>
      new NotAllowedError(
        refusalMessage(
          'threads refused: the connection, or the app, lacks a permission',
          fault,
          `Sign the account in again and allow everything; a reply under a post of somebody else needs ${FOREIGN_REPLIES}.`,
        ),
        details,
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
    make: notAllowed('the account is restricted', 'The person has to open the Threads app, which tells why.'),
  },
  {
    words: ['THREADS_API__FEATURE_NOT_AVAILABLE'],
    make: notAllowed('the account does not have this feature', 'Take the option out that needs it.'),
  },
  {
    words: ['THREADS_API__LINK_LIMIT_EXCEEDED'],
    make: refusedPost('the links', 'A post has at most 5 different ones: take some out.'),
  },
  {
    words: ['THREADS_API__GEO_GATING_INVALID_COUNTRY_CODES'],
    make: refusedPost('options.allowlistedCountryCodes', 'Pass codes of ISO 3166, such as "US".'),
  },
  ...rowsFor({ codes: [9004], subcodes: [2_207_052] }, unfetchableFile),
]

const isFeature = ({ words, type }: GraphFault): boolean => `${words} ${type}`.includes('THREADS_API__')

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

/** The refusal as an error of the library. Null: the status alone decides. */
export const readError: PlatformBase['readError'] = readGraphErrors({
  platform: 'threads',
  rows: ROWS,
  publishingEdges: PUBLISHING,
  mayHaveTakenEffect: seenAfterPublish('threads_publish'),
  // Posts are deleted; containers and accounts are only read.
  namesPost: (fault) => OF_POSTS.has(edgeOf(fault)) || fault.method === 'DELETE',
})
