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
  PostGoneError,
  quoteNetwork,
  type RawData,
  type SocialBaseError,
} from '@social/core/platform'

/** Fields that classify a refusal. */
interface Refusal {
  readonly status: number
  /** The refusal's own name: `ExpiredToken`; '' when it has none. */
  readonly name: string
  readonly words: string
  /** The call: `com.atproto.repo.createRecord`; else the path. */
  readonly nsid: string
}

interface Row {
  readonly status?: readonly number[]
  readonly name?: RegExp
  /** Only for these calls. */
  readonly nsid?: RegExp
  /** Only with these words. */
  readonly says?: RegExp
  make(refusal: Refusal, details: ErrorDetails): SocialBaseError
}

const SIGN_IN = /^com\.atproto\.server\.createSession$/
const RENEWAL = /^com\.atproto\.server\.(refreshSession|deleteSession)$/
const OAUTH = /^\/oauth\/|token|par$/
const CHAT = /^chat\.bsky\./
const WRITES =
  /^com\.atproto\.repo\.(createRecord|putRecord|applyWrites|uploadBlob)$|^chat\.bsky\.(convo\.sendMessage|group\.createGroup)$/

/** What to do where private messages were not allowed. The box cannot be ticked later. */
function lacksMessages(details: ErrorDetails): MissingPermissionError {
  return new MissingPermissionError({
    ...details,
    needs: 'direct messages',
    suggestion:
      'Make a new app password with "Allow access to your direct messages" ticked, or sign in with OAuth and the scope transition:chat.bsky, and connect again.',
  })
}

/** The refusals; the first row that fits. What has no row is told by its status alone.
 *  https://docs.bsky.app/docs/api/ , the errors of each call (read 2026-11-21), and what a PDS 0.5.35 answers. */
const ROWS: readonly Row[] = [
  {
    nsid: SIGN_IN,
    name: /^AuthFactorTokenRequired$/,
    make: (_refusal, details) =>
      new AuthError(
        'That is the password of the account itself. Make an app password at https://bsky.app/settings/app-passwords and sign in with it.',
        details,
      ),
  },
  {
    name: /^Account(Takedown|Deactivated|Suspended)$/,
    make: ({ words }, details) =>
      new NotAllowedError(
        `${quoteNetwork('bluesky has closed or paused this account', words)} Look at it on its server.`,
        details,
      ),
  },
  {
    nsid: SIGN_IN,
    status: [400, 401],
    make: ({ words }, details) =>
      new AuthError(
        `${quoteNetwork('bluesky refused the sign-in', words)} Check the handle and the app password; app passwords are made at https://bsky.app/settings/app-passwords.`,
        details,
      ),
  },
  {
    nsid: CHAT,
    name: /^InvalidToken$/,
    says: /bad token method/i,
    make: (_refusal, details) => lacksMessages(details),
  },
  {
    nsid: RENEWAL,
    status: [400, 401, 403],
    make: ({ words }, details) =>
      new AuthError(
        `${quoteNetwork('bluesky no longer knows this session', words)} Sign the account in again.`,
        details,
      ),
  },
  {
    nsid: OAUTH,
    name: /^invalid_(grant|token|client|request|scope)|access_denied|unauthorized_client/,
    make: ({ name, words }, details) =>
      new AuthError(
        `${quoteNetwork(`bluesky refused the sign-in (${name})`, words)} Start it again.`,
        details,
      ),
  },
  {
    status: [400, 401],
    name: /^(ExpiredToken|InvalidToken|AuthenticationRequired|AuthMissing|invalid_token|use_dpop_nonce)$/,
    make: ({ words }, details) =>
      new AuthError(`${quoteNetwork('bluesky refused the token', words)} Sign the account in again.`, {
        ...details,
        tokenRefused: true,
      }),
  },
  {
    status: [401],
    make: ({ words }, details) =>
      new AuthError(`${quoteNetwork('bluesky refused the token', words)} Sign the account in again.`, {
        ...details,
        tokenRefused: true,
      }),
  },
  {
    status: [403],
    name: /^(ScopeMissingError|InsufficientScope|insufficient_scope)$/,
    make: ({ words, nsid }, details) =>
      CHAT.test(nsid)
        ? lacksMessages(details)
        : new MissingPermissionError({
            ...details,
            needs: words === '' ? nsid : words,
            suggestion: 'Sign the account in again and ask for it.',
          }),
  },
  {
    name: /^(BlockedActor|BlockedByActor|BlockedSubject)$/,
    make: ({ words }, details) =>
      new BlockedError(
        `${quoteNetwork('bluesky refused, because of a block between the two accounts', words)} Nothing can be done from this side.`,
        details,
      ),
  },
  {
    name: /^(MessagesDisabled|NotFollowedBySender|UserForbidsGroups|ConvoLocked)$/,
    make: ({ words }, details) =>
      new NotAllowedError(
        `${quoteNetwork('bluesky does not deliver messages to this person', words)} They decide who may write to them.`,
        details,
      ),
  },
  {
    name: /^NewAccountCannotCreateGroup$/,
    make: ({ words }, details) =>
      new NotAllowedError(
        `${quoteNetwork('bluesky lets accounts this new make no groups', words)} Write to each person alone, or wait some days.`,
        details,
      ),
  },
  {
    name: /^(RecipientNotFound|InvalidConvo|RecordNotFound|HandleNotFound)$/,
    make: ({ words }, details) =>
      new NotFoundError(`${quoteNetwork('bluesky does not have it', words)} Check the id.`, details),
  },
  {
    status: [400],
    name: /^NotFound$/,
    make: ({ words }, details) =>
      new PostGoneError(`${quoteNetwork('The post is not there', words)} Leave it out.`, details),
  },
  {
    status: [400, 413],
    name: /^(BlobTooLarge|PayloadTooLarge|BlobNotFound|InvalidMimeType|InvalidSize)$/,
    make: ({ words }, details) =>
      new InvalidPostError(
        `${quoteNetwork('bluesky refused a file', words)} Make it smaller, or save it in another format.`,
        details,
      ),
  },
  {
    status: [413],
    make: (_refusal, details) =>
      new InvalidPostError('The file is too big for this server. Make it smaller.', details),
  },
  {
    status: [400],
    name: /^InvalidRequest$/,
    nsid: WRITES,
    make: ({ words }, details) =>
      new InvalidPostError(
        `${quoteNetwork('bluesky refused the post', words)} Correct it, and post again.`,
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
        suggestion: 'Ask who runs it to update it.',
        ...(details.raw && { raw: details.raw }),
      }),
  },
  {
    status: [403],
    make: ({ words }, details) =>
      new NotAllowedError(
        `${quoteNetwork('bluesky does not allow it', words)} Look at the account on its server.`,
        details,
      ),
  },
]

function toRaw(body: unknown): RawData {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isObject ? { ...body } : { body }
}

/** The refusal as an error of the library; null leaves it to the status. */
export const readError: PlatformBase['readError'] = (reply, request: Pick<OutgoingRequest, 'url'>) => {
  if (reply.status < 400) return null
  const raw = toRaw(reply.body)
  const { pathname } = new URL(request.url)
  const refusal = {
    status: reply.status,
    name: networkText(raw['error']),
    words: networkText(raw['message']) || networkText(raw['error_description']),
    nsid: pathname.startsWith('/xrpc/') ? pathname.slice('/xrpc/'.length) : pathname,
  }
  const row = ROWS.find(
    ({ status, name, nsid, says }) =>
      (status?.includes(refusal.status) ?? true) &&
      (name?.test(refusal.name) ?? true) &&
      (nsid?.test(refusal.nsid) ?? true) &&
      (says?.test(refusal.words) ?? true),
  )
  return row?.make(refusal, { platform: 'bluesky', raw }) ?? null
}
