import { type GraphFault, Refusal } from '../meta/refusal.js'

function fault(code: number, message: string, more: Partial<GraphFault> = {}): GraphFault {
  return { code, message, isTransient: false, ...more }
}

/**
 * Documented errors of the Threads API, by the name that operations use.
 * https://developers.facebook.com/documentation/threads/troubleshooting (read 2026-11-22)
 */
export const THREADS_FAULTS = {
  MEDIA_NOT_FOUND: fault(24, 'The requested resource does not exist', {
    subcode: 4_279_009,
    title: 'Media Not Found',
    userMessage: 'The media with this id cannot be found.',
  }),
  RESTRICTED: fault(25, 'The account is restricted.', {
    subcode: 4_279_013,
    title: 'Account restricted',
    userMessage: 'Log in to the Threads app to go on.',
  }),
  NOT_FETCHED: fault(9004, 'The media could not be fetched from this URI.', {
    subcode: 2_207_052,
    title: 'Media download has failed.',
    userMessage: 'The media could not be fetched from this URI.',
  }),
  TEXT_TOO_LONG: {
    code: 100,
    message: 'Param text must be at most 500 characters long.',
    type: 'THApiException',
  },
  LINK_LIMIT: fault(100, 'THREADS_API__LINK_LIMIT_EXCEEDED', {
    title: 'Too many links',
    userMessage: 'A post can have at most 5 links.',
  }),
  FEATURE_NOT_AVAILABLE: fault(10, 'THREADS_API__FEATURE_NOT_AVAILABLE', {
    title: 'Feature not available',
    userMessage: 'This feature is not available for the account.',
  }),
  COUNTRY_CODES: fault(100, 'THREADS_API__GEO_GATING_INVALID_COUNTRY_CODES', {
    title: 'Invalid country codes',
    userMessage: 'The country codes are invalid.',
  }),
  DAILY_POSTS: fault(9, 'Application request limit reached', {
    subcode: 2_207_042,
    title: 'Reached max posts',
    userMessage: 'You reached the maximum number of posts for a day.',
  }),
  NO_REPLY_PERMISSION: fault(
    10,
    '(#10) To reply to posts of others the app needs threads_manage_mentions or threads_keyword_search permission',
    { status: 403 },
  ),
  UNKNOWN_AFTER_PUBLISH: { code: 10, status: 500, message: 'An unknown error has occurred.' },
} as const satisfies Readonly<Record<string, GraphFault>>

/** Creates the error response with the given name. */
export const threadsRefusal = (name: keyof typeof THREADS_FAULTS): Refusal =>
  new Refusal(THREADS_FAULTS[name])
