/** Error response in X's problem format. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly fields: Readonly<Record<string, unknown>>
  /** Title of the problem. Null for a response with an empty body. */
  readonly title: string | null

  constructor(status: number, title: string | null, fields: Readonly<Record<string, unknown>> = {}) {
    super(title ?? '')
    this.status = status
    this.title = title
    this.fields = fields
  }
}

/** Error of the token endpoints, whose responses have a different format. */
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

/** Creates the 400 error for a missing or invalid field or parameter. */
export const invalid = (
  message: string,
  parameters: Readonly<Record<string, readonly string[]>> = {},
): Problem =>
  new Problem(400, 'Invalid Request', {
    errors: [{ parameters, message }],
    detail: 'One or more parameters to your request was invalid.',
    type: `${TYPES}/invalid-request`,
  })

/** Creates the 401 error for an invalid token. */
export const unauthorized = (): Problem => plain(401, 'Unauthorized')

/** Creates the 403 error that states no reason, for example for a missing scope. */
export const forbidden = (detail = 'Forbidden'): Problem => plain(403, 'Forbidden', detail)

/** Creates the 403 error for an object that belongs to another person. */
export const notPermitted = (detail = 'You are not permitted to perform this action.'): Problem =>
  new Problem(403, 'Forbidden', { type: `${TYPES}/not-authorized-for-resource`, status: 403, detail })

/** Creates the 403 error for an app whose plan does not include the call. */
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

/** Creates the 402 error for an app whose prepaid credits are used up. */
export const noCredits = (): Problem =>
  new Problem(402, 'CreditsDepleted', {
    type: `${TYPES}/credits`,
    detail: 'Your enrolled account [2059529979700846592] does not have any credits to fulfill this request.',
  })

/** Creates the 429 error for too many requests in a time window. */
export const tooMany = (): Problem => plain(429, 'Too Many Requests')

/** Creates the 429 error for a reached monthly cap or spending limit. */
export const usageCapped = (): Problem =>
  new Problem(429, 'UsageCapExceeded', {
    type: `${TYPES}/usage-capped`,
    status: 429,
    period: 'Monthly',
    scope: 'Product',
    detail: 'Usage cap exceeded: Monthly product cap',
  })

/** Creates the 403 error for a repeated text. */
export const duplicate = (): Problem =>
  forbidden('You are not allowed to create a Tweet with duplicate content.')

/** Creates the 403 error for a reply to an author who did not mention or quote the person. */
export const noReply = (): Problem =>
  forbidden(
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
  )

/** Creates the 403 error for a quote that requires another plan. X does not publish its message. */
export const noQuote = (): Problem => forbidden('Quoting posts is not available for your current plan.')

/** Creates the 403 error for a like that requires another plan. X does not publish its message. */
export const noLike = (): Problem => forbidden('Liking posts is not available for your current plan.')

/** Creates the 403 error for a text with too many characters. */
export const tooLong = (): Problem => forbidden('Your Tweet text is too long.')

/**
 * Creates the 400 error for a file that is missing, not ready, not owned by the caller, or not
 * combinable with the other files.
 */
export const badMedia = (): Problem => invalid('Your media IDs are invalid.', { media_ids: [] })

/** Creates the error object for a missing object. Responses with status 404 or 200 contain it. */
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

/** Describes a field that the caller may not see. The response still contains the post. */
export function hiddenField(id: string, field: string): Readonly<Record<string, unknown>> {
  return {
    resource_id: id,
    parameter: field,
    resource_type: 'tweet',
    section: 'data',
    title: 'Field Authorization Error',
    detail: `Sorry, you are not authorized to access '${field}' on the Tweet with id : [${id}].`,
    type: `${TYPES}/not-authorized-for-field`,
  }
}

/** Creates a 404 error for a missing object. */
export function gone(kind: 'tweet' | 'user', id: string): Problem {
  const { title, ...fields } = goneError(kind, 'id', id)
  return new Problem(404, String(title), { ...fields, status: 404 })
}

/** Errors that a test can plan, by name. */
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

/** Converts a problem to an HTTP response. */
export function problemReply({ status, title, fields }: Problem): Response {
  if (title === null) return new Response(null, { status })
  return Response.json(
    { ...(title !== '' && { title }), ...fields },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )
}

/** Converts an error of the token endpoints to an HTTP response. */
export function oauthReply({ status, error, message }: OAuthProblem): Response {
  return Response.json({ error, error_description: message }, { status })
}
