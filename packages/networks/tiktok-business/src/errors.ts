import {
  AuthError,
  ConfigError,
  InvalidPostError,
  MissingPermissionError,
  networkText,
  NotAllowedError,
  NotFoundError,
  type OutgoingRequest,
  type PlatformBase,
  PlatformError,
  PostGoneError,
  quoteNetwork,
  RateLimitError,
  type RawData,
  rawOf,
  type ReplyHead,
  type SocialBaseError,
} from '@social/core/platform'

import { WAIT_AFTER_MINUTE_LIMIT, WAIT_AFTER_SECOND_LIMIT } from './limits.js'

/** Fields that classify a refusal. */
interface Refusal {
  readonly code: number
  /** TikTok's message, cleaned and cut; '' when missing. */
  readonly words: string
  readonly path: string
  readonly status: number
  readonly reply: ReplyHead
  readonly now: Date
  readonly raw: RawData
}

type Row = (refusal: Refusal) => SocialBaseError

const PLATFORM = 'tiktok_business'
const DAY_SECONDS = 86_400
const base = ({ raw }: Refusal) => ({ platform: PLATFORM, raw })
const said = (opening: string, { code, words }: Refusal): string =>
  quoteNetwork(`${opening} (${code})`, words)

const isComments = ({ path }: Refusal): boolean => path.includes('/comment/')
const isReply = ({ path }: Refusal): boolean => path.endsWith('/reply/create/')
const isRenewal = ({ path }: Refusal): boolean => path.endsWith('/oauth2/refresh_token/')

/** The scope each call needs. https://business-api.tiktok.com/portal/docs?id=1738083939371009 (copy of August 2026) */
const SCOPES: readonly (readonly [part: string, scope: string])[] = [
  ['/video/list/', 'video.list'],
  ['/comment/list/', 'comment.list'],
  ['/comment/reply/list/', 'comment.list'],
  ['/comment/', 'comment.list.manage'],
]

const missingPermission: Row = (refusal) =>
  new MissingPermissionError({
    ...base(refusal),
    needs: SCOPES.find(([part]) => refusal.path.includes(part))?.[1] ?? 'a permission',
    suggestion:
      "Sign the account in again and leave every permission ticked; the comment must stand below one of the account's own videos.",
  })

const tokenRefused: Row = (refusal) =>
  new AuthError(said('tiktok_business refused the token: it ran out, or was taken away', refusal), {
    ...base(refusal),
    tokenRefused: true,
  })

const signInRefused: Row = (refusal) =>
  new AuthError(`${said('tiktok_business refused the sign-in', refusal)} Start it again.`, base(refusal))

/** The app's own keys are wrong: at a renewal the connection is not at fault. */
const appRefused: Row = (refusal) =>
  isRenewal(refusal)
    ? new ConfigError(
        `${said('tiktok_business refused the app', refusal)} Compare its id and secret with those of the portal of TikTok for Business; the keys of TikTok's other portal do not fit. The connection is not at fault.`,
        base(refusal),
      )
    : signInRefused(refusal)

const notAllowed =
  (opening: string, advice: string): Row =>
  (refusal) =>
    new NotAllowedError(`${said(opening, refusal)} ${advice}`, base(refusal))

/** Wrong parameters: of the answer that a person wrote, or of a call of ours. */
const wrongParameters: Row = (refusal) =>
  isReply(refusal)
    ? new InvalidPostError(`${said('tiktok_business refused the answer', refusal)} Change it.`, base(refusal))
    : refused(refusal)

const gone: Row = (refusal) =>
  isComments(refusal)
    ? new PostGoneError(
        said('tiktok_business does not have this comment or video any more', refusal),
        base(refusal),
      )
    : new NotFoundError(said('tiktok_business does not have it', refusal), base(refusal))

/** A definite refusal without a row of its own. */
const refused: Row = (refusal) =>
  new PlatformError(said('tiktok_business refused the call', refusal), {
    ...base(refusal),
    statusCode: refusal.status,
    isOutage: false,
  })

/** TikTok's own trouble, inside a 200: nobody knows what became of a write. */
const outage: Row = (refusal) =>
  new PlatformError(said('tiktok_business has trouble of its own', refusal), {
    ...base(refusal),
    statusCode: refusal.status,
    isOutage: true,
  })

/** Seconds until 00:00 UTC, by the clock of TikTok where the reply tells it. */
function secondsToMidnight({ reply, now }: Refusal): number {
  const told = Date.parse(reply.headers['date'] ?? '')
  const seconds = (Number.isNaN(told) ? now.getTime() : told) / 1000
  return DAY_SECONDS - (seconds % DAY_SECONDS)
}

/** No header says how long; the words say which limit it was. https://business-api.tiktok.com/portal/docs?id=1740029171730433 */
const rateLimited: Row = (refusal) => {
  const words = refusal.words.toUpperCase()
  const isDay = words.includes('QPD')
  const retryAfter = words.includes('QPS')
    ? WAIT_AFTER_SECOND_LIMIT
    : words.includes('QPM')
      ? WAIT_AFTER_MINUTE_LIMIT
      : isDay
        ? secondsToMidnight(refusal)
        : null
  const advice = isDay
    ? 'The day is used up; it begins anew at 00:00 UTC.'
    : retryAfter === null
      ? 'Ask less often.'
      : `Wait ${retryAfter} seconds.`
  return new RateLimitError(`${said('tiktok_business takes no more calls', refusal)} ${advice}`, {
    ...base(refusal),
    retryAfter,
    ...(isDay && { passesSoon: false }),
  })
}

/** A field of the list needs a scope that is not granted; one client took the code for a rate limit. */
const fieldNotAllowed: Row = (refusal) =>
  /limit/i.test(refusal.words) ? rateLimited(refusal) : missingPermission(refusal)

const rows = (row: Row, ...codes: readonly number[]) => codes.map((code) => [code, row] as const)

/** TikTok's return codes: https://business-api.tiktok.com/portal/docs?id=1737172488964097 (copy of August 2026). Never by
 *  range: 40100, a rate limit, stands among the codes of authentication. */
const ROWS: ReadonlyMap<number, Row> = new Map([
  ...rows(rateLimited, 40_016, 40_100, 40_132, 40_133),
  ...rows(tokenRefused, 40_102, 40_104, 40_105, 40_106),
  ...rows(signInRefused, 40_101, 40_103, 40_107, 40_108, 40_110, 40_131),
  ...rows(appRefused, 40_113),
  ...rows(missingPermission, 40_001),
  ...rows(fieldNotAllowed, 40_130),
  ...rows(
    notAllowed(
      'tiktok_business does not let the app, the account or the country do this',
      'The portal of TikTok for Business tells what has to be asked for.',
    ),
    40_118,
    40_119,
    40_124,
    40_125,
    41_000,
  ),
  ...rows(wrongParameters, 40_000, 40_002, 40_011),
  ...rows(gone, 40_007, 40_053),
  ...rows(outage, 40_200, 40_201, 40_700, 50_000, 50_002, 51_305, 60_001),
])

/** Codes of success. 20001, partly done, counts as done: the parts that were not are in `data`. */
const SUCCESS: ReadonlySet<number> = new Set([0, 20_001])

function rowFor({ code }: Refusal): Row {
  const known = ROWS.get(code)
  if (known) return known
  if (code >= 40_100 && code < 40_200) return signInRefused
  // From 50000 on it is TikTok's own failure, also under a code that is not listed yet.
  return code >= 50_000 ? outage : refused
}

/** TikTok's refusals as errors; null leaves it to the status. Nearly all of them come with status 200. */
export const readError: PlatformBase['readError'] = (reply, request: OutgoingRequest, now) => {
  const raw = rawOf(reply.body)
  const { code } = raw
  if (typeof code !== 'number' || SUCCESS.has(code)) return null
  // A 5xx stays an outage, whatever stands in it.
  if (reply.status >= 500) return null
  const { pathname: path } = new URL(request.url)
  const refusal = { code, words: networkText(raw['message']), path, status: reply.status, reply, now, raw }
  return rowFor(refusal)(refusal)
}
