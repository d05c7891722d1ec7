import type { GraphFault } from './refusal.js'

/**
 * Errors of all Graph servers by the name that operations use. Codes, subcodes and messages come from the
 * documentation and from clients.
 */
export const SHARED_FAULTS: Readonly<Record<string, GraphFault>> = {
  UNKNOWN: { code: 1, status: 500, message: 'An unknown error occurred', isTransient: true },
  UNAVAILABLE: { code: 2, status: 503, message: 'Service temporarily unavailable', isTransient: true },
  TRANSIENT: {
    code: 2,
    message: 'An unexpected error has occurred. Please retry your request later.',
    isTransient: true,
  },
  NO_CAPABILITY: {
    code: 3,
    message: '(#3) Application does not have the capability to make this API call.',
  },
  APP_LIMIT: { code: 4, status: 403, message: '(#4) Application request limit reached' },
  SPAM: {
    code: 4,
    subcode: 2_207_051,
    message: 'Application request limit reached',
    isTransient: false,
    title: 'Action is blocked',
    userMessage: 'We restrict certain activity to protect our community.',
  },
  NO_PERMISSION: {
    code: 10,
    status: 403,
    message: '(#10) Application does not have permission for this action',
  },
  WINDOW_CLOSED: {
    code: 10,
    subcode: 2_018_278,
    status: 403,
    message: '(#10) This message is sent outside of allowed window.',
  },
  USER_LIMIT: { code: 17, message: '(#17) User request limit reached' },
  PAGE_LIMIT: { code: 32, status: 403, message: '(#32) Page request limit reached' },
  CUSTOM_LIMIT: { code: 613, message: '(#613) Calls to this api have exceeded the rate limit.' },
  APPLICATION_LIMIT: { code: 341, message: '(#341) Feed action request limit reached' },
  PAGES_LIMIT: {
    code: 80_001,
    message: '(#80001) There have been too many calls to this Page account. Wait a bit and try again.',
  },
  INSTAGRAM_LIMIT: {
    code: 80_002,
    message: '(#80002) There have been too many calls to this Instagram account. Wait a bit and try again.',
  },
  MESSENGER_LIMIT: {
    code: 80_006,
    message: '(#80006) There have been too many calls to this Messenger account. Wait a bit and try again.',
  },
  SESSION: { code: 102, message: 'Session key invalid or no longer valid' },
  TOKEN_EXPIRED: {
    code: 190,
    subcode: 463,
    status: 401,
    message: 'Error validating access token: Session has expired on Monday, 21-Sep-26 07:00:00 PDT.',
  },
  TOKEN_INVALID: {
    code: 190,
    subcode: 467,
    status: 401,
    message: 'Error validating access token: The session is invalid because the user logged out.',
  },
  CHECKPOINT: {
    code: 190,
    subcode: 459,
    status: 401,
    message:
      'Error validating access token: You cannot access the app till you log in to www.facebook.com and follow the instructions given.',
  },
  PERMISSION: { code: 200, status: 403, message: '(#200) Permissions error' },
  BLOCKED: {
    code: 368,
    message: 'The action attempted has been deemed abusive or is otherwise disallowed',
    isTransient: false,
    title: 'Posting is blocked',
    userMessage: 'You were blocked from posting for now.',
  },
  UNKNOWN_ALIAS: {
    code: 803,
    status: 404,
    message: '(#803) Some of the aliases you requested do not exist: nobody',
  },
  UNSUPPORTED: {
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message:
      "Unsupported get request. Object with ID '1' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api",
  },
  BAD_PARAMETER: { code: 100, message: '(#100) Invalid parameter' },
}
