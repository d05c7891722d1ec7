import {
  AuthError,
  BlockedError,
  type ErrorDetails,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  networkText,
  NotSupportedError,
  type OutgoingRequest,
  type PlatformBase,
  type PostField,
  PostGoneError,
  quoteNetwork,
  type RawData,
  type SocialBaseError,
} from '@social/core/platform'

import { type OwnCode, TEXTS } from './messages.js'

/** Fields of the server's error response that decide the error class. */
interface Refusal {
  readonly status: number
  /** Error name, for example `ExpiredToken`; '' if the response has none. */
  readonly name: string
  readonly message: string
  /**
   * Method of the request, for example `com.atproto.repo.createRecord`. For a request without a
   * method, the path.
   */
  readonly nsid: string
}

interface Row {
  readonly status?: readonly number[]
  readonly name?: RegExp
  /** If set, the row applies only to requests whose method matches. */
  readonly nsid?: RegExp
  /** If set, the row applies only if the error message matches. */
  readonly pattern?: RegExp
  make(refusal: Refusal, details: ErrorDetails): SocialBaseError
}

const SIGN_IN = /^com\.atproto\.server\.createSession$/
const RENEWAL = /^com\.atproto\.server\.(refreshSession|deleteSession)$/
const OAUTH = /^\/oauth\/|token|par$/
const CHAT = /^chat\.bsky\./
const WRITES =
  /^com\.atproto\.repo\.(createRecord|putRecord|applyWrites|uploadBlob)$|^chat\.bsky\.(convo\.sendMessage|group\.createGroup)$/

/** Adds the reason of Bluesky and its user message to the details of an error. */
const own = (reason: OwnCode, details: ErrorDetails): ErrorDetails => ({
  ...details,
  reason,
  userText: TEXTS[reason],
})

/** Problem that the server reports for a post. */
interface Refused {
  readonly field: PostField
  readonly code: OwnCode | 'POST_INVALID'
}

/** Creates the refusal of a post with the problem as data. */
function refused(message: string, { field, code }: Refused, details: ErrorDetails): InvalidPostError {
  const userText = code === 'POST_INVALID' ? undefined : TEXTS[code]
  return new InvalidPostError(message, { ...details, issues: [{ field, code, message, userText }] })
}

/** Refusals of a record, by the error message of the server. */
const POST_REFUSALS: readonly (Refused & { readonly pattern: RegExp })[] = [
  { pattern: /grapheme|\btext must not be longer/i, field: 'text', code: 'SERVER_TEXT_TOO_LONG' },
  { pattern: /array too big/i, field: 'media', code: 'SERVER_TOO_MANY_FILES' },
  { pattern: /blob|image/i, field: 'media', code: 'SERVER_FILE' },
]

/**
 * Creates the error for missing access to private messages. The advice is a new app password,
 * because an existing one cannot be changed.
 */
function missingMessageAccess(details: ErrorDetails): MissingPermissionError {
  return new MissingPermissionError({
    ...own('MESSAGE_ACCESS', details),
    needs: 'direct messages',
    suggestion:
      'Create a new app password with "Allow access to your direct messages" and sign in with it, or sign in with OAuth and the scope transition:chat.bsky.',
  })
}

/**
 * Refusals of the server and their errors. The first row that matches applies. If no row matches,
 * the status alone decides the error class. Sources: the errors of each method at
 * https://docs.bsky.app/docs/api/ (read 2026-11-21), and the responses of a PDS 0.5.35.
 */
const ROWS: readonly Row[] = [
  {
    nsid: SIGN_IN,
    name: /^AuthFactorTokenRequired$/,
    make: (_refusal, details) =>
      new AuthError(
        'bluesky refused the sign-in: this is the main password of the account. Create an app password at https://bsky.app/settings/app-passwords and sign in with it.',
        own('MAIN_PASSWORD', details),
      ),
  },
  {
    name: /^Account(Takedown|Deactivated|Suspended)$/,
    make: ({ message }, details) =>
      new NotAllowedError(
        `${quoteNetwork('bluesky has closed or suspended this account', message)} Check the state of the account on its server.`,
        { ...details, reason: 'ACCOUNT_SUSPENDED' },
      ),
  },
  {
    nsid: SIGN_IN,
    status: [400, 401],
    make: ({ message }, details) =>
      new AuthError(
        `${quoteNetwork('bluesky refused the sign-in', message)} Check the handle and the app password. App passwords are created at https://bsky.app/settings/app-passwords.`,
        own('WRONG_PASSWORD', details),
      ),
  },
  {
    nsid: CHAT,
    name: /^InvalidToken$/,
    pattern: /bad token method/i,
    make: (_refusal, details) => missingMessageAccess(details),
  },
  {
    nsid: RENEWAL,
    status: [400, 401, 403],
    make: ({ message }, details) =>
      new AuthError(
        `${quoteNetwork('bluesky no longer knows this session', message)} Sign the account in again.`,
        own('SESSION_ENDED', details),
      ),
  },
  {
    nsid: OAUTH,
    name: /^invalid_(grant|token|client|request|scope)|access_denied|unauthorized_client/,
    make: ({ name, message }, details) =>
      new AuthError(
        `${quoteNetwork(`bluesky refused the sign-in (${name})`, message)} Start the sign-in again.`,
        details,
      ),
  },
  {
    status: [400, 401],
    name: /^(ExpiredToken|InvalidToken|AuthenticationRequired|AuthMissing|invalid_token|use_dpop_nonce)$/,
    make: ({ message }, details) =>
      new AuthError(`${quoteNetwork('bluesky refused the token', message)} Sign the account in again.`, {
        ...details,
        tokenRefused: true,
      }),
  },
  {
    status: [401],
    make: ({ message }, details) =>
      new AuthError(`${quoteNetwork('bluesky refused the token', message)} Sign the account in again.`, {
        ...details,
        tokenRefused: true,
      }),
  },
  {
    status: [403],
    name: /^(ScopeMissingError|InsufficientScope|insufficient_scope)$/,
    make: ({ message, nsid }, details) =>
      CHAT.test(nsid)
        ? missingMessageAccess(details)
        : new MissingPermissionError({
            ...details,
            needs: message === '' ? nsid : message,
            suggestion: 'Sign the account in again and request it.',
          }),
  },
  {
    name: /^(BlockedActor|BlockedByActor|BlockedSubject)$/,
    make: ({ message }, details) =>
      new BlockedError(
        `${quoteNetwork('bluesky refused the request: one of the two accounts blocks the other', message)} The connected account cannot change this.`,
        details,
      ),
  },
  {
    name: /^(MessagesDisabled|NotFollowedBySender|UserForbidsGroups|ConvoLocked)$/,
    make: ({ message }, details) =>
      new NotAllowedError(
        `${quoteNetwork('bluesky does not deliver messages to this person', message)} The settings of the person do not allow it.`,
        own('MESSAGES_NOT_WANTED', details),
      ),
  },
  {
    name: /^NewAccountCannotCreateGroup$/,
    make: ({ message }, details) =>
      new NotAllowedError(
        `${quoteNetwork('bluesky does not allow new accounts to create groups', message)} Send a message to each person separately, or wait some days.`,
        own('ACCOUNT_TOO_NEW', details),
      ),
  },
  {
    name: /^(RecipientNotFound|InvalidConvo|RecordNotFound|HandleNotFound)$/,
    make: ({ message }, details) =>
      new NotFoundError(`${quoteNetwork('bluesky did not find the item', message)} Check the id.`, details),
  },
  {
    status: [400],
    name: /^NotFound$/,
    make: ({ message }, details) =>
      new PostGoneError(
        `${quoteNetwork('The post does not exist', message)} Remove it from your data.`,
        details,
      ),
  },
  {
    status: [400, 413],
    name: /^(BlobTooLarge|PayloadTooLarge|BlobNotFound|InvalidMimeType|InvalidSize)$/,
    make: ({ message }, details) =>
      refused(
        `${quoteNetwork('bluesky refused a file', message)} Make the file smaller, or save it in another format.`,
        { field: 'media', code: 'SERVER_FILE' },
        details,
      ),
  },
  {
    status: [413],
    make: (_refusal, details) =>
      refused(
        'The file is too large for this server. Make it smaller.',
        { field: 'media', code: 'SERVER_FILE' },
        details,
      ),
  },
  {
    status: [400],
    name: /^InvalidRequest$/,
    nsid: WRITES,
    make: ({ message }, details) =>
      refused(
        `${quoteNetwork('bluesky refused the post', message)} Correct it, and post again.`,
        POST_REFUSALS.find(({ pattern }) => pattern.test(message)) ?? { field: 'post', code: 'POST_INVALID' },
        details,
      ),
  },
  {
    status: [501],
    name: /^MethodNotImplemented$/,
    make: ({ nsid }, details) =>
      new NotSupportedError({
        platform: 'bluesky',
        what: `${nsid} on this server`,
        suggestion: 'Ask the operator of the server to update it.',
        reason: 'SERVER_OUTDATED',
        userText: TEXTS.SERVER_OUTDATED,
        ...(details.raw && { raw: details.raw }),
      }),
  },
  {
    status: [403],
    make: ({ message }, details) =>
      new NotAllowedError(
        `${quoteNetwork('bluesky does not allow this request', message)} Check the state of the account on its server.`,
        details,
      ),
  },
]

function toRaw(body: unknown): RawData {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isObject ? { ...body } : { body }
}

/**
 * Converts a refusal to an error of the library. Returns null when no row matches, and the caller
 * then decides by the status alone.
 */
export const readError: PlatformBase['readError'] = (reply, request: Pick<OutgoingRequest, 'url'>) => {
  if (reply.status < 400) return null
  const raw = toRaw(reply.body)
  const { pathname } = new URL(request.url)
  const refusal = {
    status: reply.status,
    name: networkText(raw['error']),
    message: networkText(raw['message']) || networkText(raw['error_description']),
    nsid: pathname.startsWith('/xrpc/') ? pathname.slice('/xrpc/'.length) : pathname,
  }
  const row = ROWS.find(
    ({ status, name, nsid, pattern }) =>
      (status?.includes(refusal.status) ?? true) &&
      (name?.test(refusal.name) ?? true) &&
      (nsid?.test(refusal.nsid) ?? true) &&
      (pattern?.test(refusal.message) ?? true),
  )
  return row?.make(refusal, { platform: 'bluesky', raw }) ?? null
}
