import {
  AuthError,
  type ErrorDetails,
  InvalidPostError,
  MissingPermissionError,
  networkWords,
  NotAllowedError,
  NotFoundError,
  type OutgoingRequest,
  type PlatformBase,
  PlatformError,
  PostGoneError,
  quoteNetwork,
  RateLimitError,
  rawOf,
  type ReplyHeaders,
  retryAfterSeconds,
  type SocialBaseError,
} from '@social/core/platform'

/** What making, changing and deleting a pin need together. `security` of the official description. */
export const POSTING_SCOPES: readonly string[] = ['boards:read', 'boards:write', 'pins:read', 'pins:write']

/** Every scope of an app that posts for people.
 *  https://developers.pinterest.com/docs/getting-started/scopes/ (read 2026-11-22) */
const SCOPES: readonly string[] = [
  ...POSTING_SCOPES,
  'user_accounts:read',
  'boards:read_secret',
  'boards:write_secret',
  'pins:read_secret',
  'pins:write_secret',
]

/** No allowance of Pinterest's is counted for longer. A wait that is longer was read from a header without a clock. */
const LONGEST_WINDOW_SECONDS = 86_400

/** What a refusal is judged by. */
interface Refusal {
  readonly status: number
  /** Pinterest's own number; null when it gave none. */
  readonly code: number | null
  /** Pinterest's own sentence; '' when it gave none. */
  readonly words: string
  readonly method: string
  readonly path: string
  readonly headers: ReplyHeaders
}

interface Row {
  readonly status: number | readonly number[]
  readonly codes?: readonly number[]
  readonly method?: string
  /** Only where the path ends so. */
  readonly path?: RegExp
  /** Only with these words. */
  readonly says?: RegExp
  make(refusal: Refusal, details: ErrorDetails): SocialBaseError
}

const PINS = /\/pins$/
const ONE_PIN = /\/pins\/[^/]+$/

const invalidPost =
  (opening: string, advice: string): Row['make'] =>
  ({ words }, details) =>
    new InvalidPostError(`${quoteNetwork(opening, words)} ${advice}`, details)

const notAllowed =
  (opening: string, advice: string): Row['make'] =>
  ({ words }, details) =>
    new NotAllowedError(`${quoteNetwork(opening, words)} ${advice}`, details)

function scopeOf({ words, method, path }: Refusal): string {
  const named = SCOPES.filter((scope) => words.includes(`'${scope}'`))
  if (named.length > 0) return named.join(', ')
  if (path.endsWith('/user_account')) return 'user_accounts:read'
  if (/\/boards(\/|$)/.test(path) && !PINS.test(path))
    return method === 'GET' ? 'boards:read' : 'boards:write'
  if (/\/media(\/|$)/.test(path)) return method === 'GET' ? 'pins:read' : 'pins:write'
  return method === 'GET' ? 'boards:read, pins:read' : POSTING_SCOPES.join(', ')
}

function retryAfterOf({ headers }: Refusal): number | null {
  const date = Date.parse(headers['date'] ?? '')
  const seconds = retryAfterSeconds(headers, new Date(Number.isNaN(date) ? 0 : date))
  return seconds === null || seconds > LONGEST_WINDOW_SECONDS ? null : seconds
}

/** Pinterest's refusals; the first row that fits. What has no row is told by its status alone.
 *  https://developers.pinterest.com/docs/api/v5/introduction and the responses in v5/openapi.json 5.23.0 of
 *  https://github.com/pinterest/api-description (read 2026-11-22) */
const ROWS: readonly Row[] = [
  {
    status: 429,
    says: /spam/i,
    make: ({ words }, details) =>
      new RateLimitError(
        `${quoteNetwork('pinterest took what the account does for spam', words)} Waiting for seconds does not help: stop, and look at the account.`,
        { ...details, retryAfter: null, passesSoon: false },
      ),
  },
  {
    status: 429,
    make: (refusal, details) =>
      new RateLimitError(
        `${quoteNetwork('pinterest asks us to slow down', refusal.words)} On Standard access requests are counted by the minute; on Trial access by the day and for the whole app, and then waiting for seconds does not help.`,
        { ...details, retryAfter: retryAfterOf(refusal) },
      ),
  },
  {
    status: [400, 401, 403, 404],
    path: /\/oauth\/token$/,
    make: ({ words }, details) =>
      new AuthError(
        `${quoteNetwork('pinterest refused the sign-in', words)} A code and a refresh token work once, and a refresh token lasts 60 days: sign the account in again. If every account is refused, compare the stored client id and secret.`,
        details,
      ),
  },
  {
    status: 401,
    codes: [3],
    says: /consumer type|standard access/i,
    make: notAllowed(
      'pinterest does not take calls of this app',
      'Ask for Trial or Standard access at https://developers.pinterest.com/apps.',
    ),
  },
  {
    status: 401,
    codes: [3],
    make: (refusal, details) => {
      const needs = scopeOf(refusal)
      return new MissingPermissionError({
        ...details,
        needs,
        suggestion: `Sign the account in again and ask for ${needs}.`,
      })
    },
  },
  {
    status: [401, 403],
    codes: [7],
    make: notAllowed(
      'pinterest does not let this account at that board or pin',
      'Use one of its own; account.run(boards) lists the boards.',
    ),
  },
  {
    status: 401,
    make: ({ words }, details) =>
      new AuthError(`${quoteNetwork('pinterest refused the token', words)} Sign the account in again.`, {
        ...details,
        tokenRefused: true,
      }),
  },
  {
    status: 403,
    codes: [233, 235],
    make: invalidPost('pinterest refused the picture', 'Send a bigger JPEG or PNG, and post again.'),
  },
  {
    status: 403,
    says: /trial access/i,
    make: notAllowed(
      'The app has Trial access, with which pinterest makes no pins that people can see',
      "Ask for Standard access at https://developers.pinterest.com/apps, or try things out in the sandbox: pinterest({ addresses: { api: 'https://api-sandbox.pinterest.com/v5' } }) with a token of its own.",
    ),
  },
  {
    status: 403,
    method: 'PATCH',
    path: ONE_PIN,
    make: notAllowed(
      'pinterest does not let this app change pins',
      'Changing pins is a beta that is not open to every app; the sandbox takes it. Delete the pin and make it anew, or ask Pinterest.',
    ),
  },
  {
    status: 403,
    make: notAllowed(
      'pinterest does not allow it',
      `Look at the account. Making and deleting pins needs ${POSTING_SCOPES.join(', ')} together.`,
    ),
  },
  {
    status: 404,
    says: /media upload/i,
    make: invalidPost(
      'pinterest no longer has the video',
      'Post again with the same idempotency key: it is uploaded anew.',
    ),
  },
  {
    status: 404,
    codes: [40, 2031],
    method: 'POST',
    path: PINS,
    make: invalidPost(
      'pinterest does not have that board or section',
      'account.run(boards) lists the boards, boardSections their sections.',
    ),
  },
  {
    status: 404,
    path: ONE_PIN,
    make: ({ words }, details) =>
      new PostGoneError(
        `${quoteNetwork('The pin is not there, or this account may not see it', words)} Leave it out.`,
        details,
      ),
  },
  {
    status: 404,
    make: ({ words }, details) =>
      new NotFoundError(`${quoteNetwork('pinterest does not have it', words)} Leave it out.`, details),
  },
  {
    status: 400,
    path: PINS,
    says: /cover_image/,
    make: invalidPost(
      'pinterest wants a cover for the video',
      'Pass options.coverImageUrl or options.coverImageKeyFrameTime.',
    ),
  },
  {
    status: 400,
    path: PINS,
    says: /\burl\b/i,
    make: invalidPost(
      'pinterest could not fetch the picture',
      'It must be at a public address right now; or pass the file itself, with Media.fromFile(path).',
    ),
  },
  {
    status: 400,
    path: PINS,
    make: invalidPost('pinterest refused the pin', 'Correct it, and post again.'),
  },
  {
    status: 400,
    method: 'PATCH',
    path: ONE_PIN,
    make: invalidPost('pinterest refused the change', 'Correct it, and try again.'),
  },
  {
    status: [400, 409],
    make: ({ words, status }, details) =>
      new PlatformError(`${quoteNetwork('pinterest refused it', words)} Correct it, and try again.`, {
        ...details,
        platform: 'pinterest',
        statusCode: status,
      }),
  },
]

function fits(row: Row, { status, code, words, method, path }: Refusal): boolean {
  return (
    (typeof row.status === 'number' ? row.status === status : row.status.includes(status)) &&
    (row.codes === undefined || (code !== null && row.codes.includes(code))) &&
    (row.method === undefined || row.method === method) &&
    (row.path?.test(path) ?? true) &&
    (row.says?.test(words) ?? true)
  )
}

/** The refusal as an error of the library; null leaves it to the status. */
export const readError: PlatformBase['readError'] = (reply, request: OutgoingRequest) => {
  if (reply.status < 400) return null
  const raw = rawOf(reply.body)
  const { code, message, message_detail: detail } = raw
  const words = networkWords(`${networkWords(message)} ${networkWords(detail)}`)
  const refusal: Refusal = {
    status: reply.status,
    code: typeof code === 'number' ? code : null,
    words,
    method: request.method,
    path: new URL(request.url).pathname,
    headers: reply.headers,
  }
  // Proxies and the storage of videos answer something else than Pinterest's JSON.
  if (refusal.code === null && words === '' && reply.status !== 429) return null
  return ROWS.find((row) => fits(row, refusal))?.make(refusal, { platform: 'pinterest', raw }) ?? null
}
