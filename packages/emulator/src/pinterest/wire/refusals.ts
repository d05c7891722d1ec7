/** Error response of the API in Pinterest's format. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** Error response of the storage host in XML. Another company runs this host for Pinterest. */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Returns 401 for an invalid token or wrong app credentials. */
export const notAuthenticated = (): Refusal => new Refusal(401, 2, 'Authentication failed.')

/** Returns 401 for a missing scope. Other APIs often return 403. */
export const noScope = (missing: readonly string[]): Refusal =>
  new Refusal(
    401,
    3,
    `Your token does not have sufficient permissions to perform this operation. Please ensure your token is authorized with the correct set of scopes. Missing: [${missing.map((one) => `'${one}'`).join(', ')}]`,
  )

/** Returns 400 for a missing or invalid field. */
export const invalid = (message = 'Invalid parameters.'): Refusal => new Refusal(400, 1, message)

/** Returns 403 for an action that the account or the app is not allowed to perform. */
export const notPermitted = (message = 'You are not permitted to access that resource.'): Refusal =>
  new Refusal(403, 29, message)

/** Returns 403 for boards and pins of other people. */
export const notAuthorized = (): Refusal => new Refusal(403, 7, 'Not authorized to access board or Pin.')

/** Returns 404 for an unknown pin. */
export const noPin = (): Refusal => new Refusal(404, 50, 'Pin not found.')

/** Returns 404 for an unknown board. */
export const noBoard = (): Refusal => new Refusal(404, 40, 'Board not found.')

/** Returns 404 for an unknown section of a board. */
export const noSection = (): Refusal => new Refusal(404, 2031, 'Board section not found.')

/** Returns 404 for an unknown video upload. */
export const noUpload = (): Refusal => new Refusal(404, 404, 'Media upload not found')

/** Returns 409 for two concurrent changes of a board. */
const boardBusy = (): Refusal =>
  new Refusal(409, 409, 'Could not get exclusive access to the board to create a new section.')

/** Returns 403 because an app with Trial access cannot create pins in production. */
export const onTrial = (): Refusal =>
  notPermitted(
    'Apps with Trial access may not create Pins in production https://api.pinterest.com - use API Sandbox https://api-sandbox.pinterest.com instead.',
  )

/** Returns 401 because Pinterest did not approve the app. */
export const noTier = (): Refusal => new Refusal(401, 3, 'Your application consumer type is not supported.')

/** Returns 429 because a limit for requests is exceeded. */
export const tooMany = (headers: Readonly<Record<string, string>> = {}): Refusal =>
  new Refusal(
    429,
    8,
    'This request exceeded a rate limit. This can happen if the client exceeds one of the published rate limits within a short time window.',
    headers,
  )

/** Returns 429 because the account is marked as spam. Waiting does not help. */
export const flaggedAsSpam = (): Refusal =>
  new Refusal(429, 8, 'Sorry! We blocked this action because it looks like spam.')

/** Returns 403 because the picture has too few pixels. */
export const tooSmall = (): Refusal =>
  new Refusal(403, 233, 'Sorry, that image is too small. Please choose a larger image and try again.')

/** Returns 403 because the bytes are not a valid picture. */
export const broken = (): Refusal =>
  new Refusal(403, 235, 'Sorry, this image is broken. Please choose another image and try again.')

/** Returns 400 because Pinterest could not fetch a picture. */
export const unreachable = (): Refusal =>
  invalid('Unable to reach the URL. Please check the URL and try again.')

/** Returns 400 because a video has no valid cover. */
export const noCover = (): Refusal =>
  invalid('Must provide cover_image_url or cover_image_content_type and cover_image_data.')

/** Returns 400 because a board name is empty or already used. */
export const badBoardName = (): Refusal => new Refusal(400, 400, 'The board name is invalid or duplicated.')

/** Errors that a test can plan by name. */
export const REFUSALS: Readonly<Record<string, () => Refusal>> = {
  AUTHENTICATION_FAILED: notAuthenticated,
  MISSING_SCOPE: () => noScope(['pins:write']),
  UNSUPPORTED_APP: noTier,
  TRIAL_ACCESS: onTrial,
  NOT_PERMITTED: () => notPermitted(),
  NOT_AUTHORIZED: notAuthorized,
  BOARD_NOT_FOUND: noBoard,
  SECTION_NOT_FOUND: noSection,
  PIN_NOT_FOUND: noPin,
  USER_NOT_FOUND: () => new Refusal(404, 30, 'User not found.'),
  MEDIA_NOT_FOUND: noUpload,
  BOARD_BUSY: boardBusy,
  RATE_LIMIT: () => tooMany({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '37' }),
  RATE_LIMIT_WITHOUT_HEADERS: () => tooMany(),
  SPAM: flaggedAsSpam,
  PICTURE_TOO_SMALL: tooSmall,
  PICTURE_BROKEN: broken,
  URL_UNREACHABLE: unreachable,
  NO_COVER: noCover,
  INVALID_PARAMETERS: () => invalid(),
  SERVER_ERROR: () => new Refusal(500, 500, 'Sorry! We hit an unexpected error.'),
}

/** Returns the HTTP response for an error of the API. */
export function refusalReply({ status, code, message, headers }: Refusal): Response {
  const isOld = status === 401 && code === 2
  return Response.json({ code, message, ...(isOld && { status: 'failure' }) }, { status, headers })
}

const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** Returns the HTTP response for an error of the storage host. */
export function storageReply({ status, code, message }: StorageRefusal): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`
  return new Response(body, { status, headers: { 'content-type': 'application/xml' } })
}
