/** Error response as a problem document. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly fields: Readonly<Record<string, unknown>>
  /** Null for an empty body. */
  readonly title: string | null

  constructor(status: number, title: string | null, fields: Readonly<Record<string, unknown>> = {}) {
    super(title ?? '')
    this.status = status
    this.title = title
    this.fields = fields
  }
}

/** Error response of the token endpoints, in another format. */
export class OAuthProblem extends Error {
  override readonly name = 'OAuthProblem'
  readonly status: number
  readonly error: string

  constructor(status: number, error: string, description: string) {
    super(description)
    this.status = status
    this.error = error
  }
}

const TYPES = 'https://api.twitter.com/2/problems'

const plain = (status: number, title: string, detail = title): Problem =>
  new Problem(status, title, { type: 'about:blank', status, detail })

/** 400 for a missing or invalid field or parameter. */
export const invalid = (
  message: string,
  parameters: Readonly<Record<string, readonly string[]>> = {},
): Problem =>
  new Problem(400, 'Invalid Request', {
    errors: [{ parameters, message }],
    detail: 'One or more parameters to your request was invalid.',
    type: `${TYPES}/invalid-request`,
  })

/** 401 for an invalid token. */
export const unauthorized = (): Problem => plain(401, 'Unauthorized')

/** 403 without a reason, for example for a missing scope. */
export const forbidden = (detail = 'Forbidden'): Problem => plain(403, 'Forbidden', detail)

/** 403 for an object that is not the caller's. */
export const notPermitted = (detail = 'You are not permitted to perform this action.'): Problem =>
  new Problem(403, 'Forbidden', { type: `${TYPES}/not-authorized-for-resource`, status: 403, detail })

/** 403 for an app whose plan does not include the call. */
export const notEnrolled = (clientId: string, reason = 'client-not-enrolled'): Problem =>
  new Problem(403, 'Client Forbidden', {
    client_id: clientId,
    reason,
    required_enrollment: 'Appropriate Level of API Access',
    registration_url: 'https://developer.x.com/en/docs/projects/overview',
    type: `${TYPES}/client-forbidden`,
    detail:
      'When authenticating requests to the X API v2 endpoints, you must use keys and tokens from a developer App that is attached to a Project.',
  })

/** 402: the prepaid credits are used up. */
export const noCredits = (): Problem =>
  new Problem(402, 'CreditsDepleted', {
    type: `${TYPES}/credits`,
    detail: 'Your enrolled account [2059529979700846592] does not have any credits to fulfill this request.',
  })

/** 429: too many requests in the window. */
export const tooMany = (): Problem => plain(429, 'Too Many Requests')

/** 429: the cap of the cycle, or a spending limit. */
export const usageCapped = (): Problem =>
  new Problem(429, 'UsageCapExceeded', {
    type: `${TYPES}/usage-capped`,
    status: 429,
    period: 'Monthly',
    scope: 'Product',
    detail: 'Usage cap exceeded: Monthly product cap',
  })

/** 403: a repeated text. */
export const duplicate = (): Problem =>
  forbidden('You are not allowed to create a Tweet with duplicate content.')

/** 403: the author of the post did not mention or quote the person. */
export const noReply = (): Problem =>
  forbidden(
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
  )

/** 403: quoting requires another plan. X's message is not published. */
export const noQuote = (): Problem => forbidden('Quoting posts is not available for your current plan.')

/** 403: liking requires another plan. X's message is not published. */
export const noLike = (): Problem => forbidden('Liking posts is not available for your current plan.')

/** 403: too many characters. */
export const tooLong = (): Problem => forbidden('Your Tweet text is too long.')

/** 400: a file that is missing, not ready, not the caller's, or not combinable with the others. */
export const badMedia = (): Problem => invalid('Your media IDs are invalid.', { media_ids: [] })

/** Error object for a missing object: in a 404, or inside a 200. */
export function goneError(
  kind: 'tweet' | 'user',
  parameter: string,
  id: string,
): Readonly<Record<string, unknown>> {
  return {
    value: id,
    detail: `Could not find ${kind} with ${parameter}: [${id}].`,
    title: 'Not Found Error',
    resource_type: kind,
    parameter,
    resource_id: id,
    type: `${TYPES}/resource-not-found`,
  }
}

/** 404 with the same message. */
export function gone(kind: 'tweet' | 'user', id: string): Problem {
  const { title, ...fields } = goneError(kind, 'id', id)
  return new Problem(404, String(title), { ...fields, status: 404 })
}

/** Errors that a test can plan by name. */
export const REFUSALS: Readonly<Record<string, (clientId: string) => Problem>> = {
  UNAUTHORIZED: unauthorized,
  FORBIDDEN: () => forbidden(),
  NOT_PERMITTED: () => notPermitted(),
  CLIENT_NOT_ENROLLED: (clientId) => notEnrolled(clientId),
  USER_NOT_ENROLLED: (clientId) => notEnrolled(clientId, 'user-not-enrolled'),
  NO_CREDITS: noCredits,
  RATE_LIMIT: tooMany,
  RATE_LIMIT_OLD: () => new Problem(429, '', { errors: [{ code: 88, message: 'Rate limit exceeded' }] }),
  USAGE_CAPPED: usageCapped,
  DUPLICATE: duplicate,
  NO_REPLY: noReply,
  NO_QUOTE: noQuote,
  NO_LIKE: noLike,
  TOO_LONG: tooLong,
  CASHTAGS: () => forbidden('Posts are limited to a maximum of one cashtag.'),
  INVALID_URL: () => forbidden('Your Tweet contains an invalid URL.'),
  VIDEO_TOO_LONG: () => forbidden('Your video is longer than 2 minutes.'),
  BAD_MEDIA: badMedia,
  NOT_FOUND: () => gone('tweet', '1'),
  INVALID_REQUEST: () => invalid('The request is not valid.'),
  PIECE_TOO_LARGE: () => new Problem(413, null),
  INTERNAL_ERROR: () =>
    new Problem(500, 'Internal Error', {
      type: `${TYPES}/internal-error`,
      status: 500,
      detail: 'Something went wrong.',
    }),
  UNAVAILABLE: () => plain(503, 'Service Unavailable'),
}

/** Error response of a problem. */
export function problemReply({ status, title, fields }: Problem): Response {
  if (title === null) return new Response(null, { status })
  return Response.json(
    { ...(title !== '' && { title }), ...fields },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )
}

/** Error response of the token endpoints. */
export function oauthReply({ status, error, message }: OAuthProblem): Response {
  return Response.json({ error, error_description: message }, { status })
}
