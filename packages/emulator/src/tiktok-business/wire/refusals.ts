/** Error response with TikTok's message, nearly always with status 200. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Error for a missing or invalid parameter. */
export const badField = (name: string, problem: string): Refusal => new Refusal(40_002, `${name}: ${problem}`)

/** Error for a missing required field, with TikTok's message. */
export const missingField = (name: string): Refusal => badField(name, 'Missing data for required field')

/** Error for a missing scope, or for an object of another account. */
export const noPermission = (): Refusal => new Refusal(40_001, 'No permission to operate.')

/** JSON in which strings such as `"#123"` become the number 123: JavaScript would round ids of 19 digits. */
export const withNumbers = (json: string): string => json.replaceAll(/"#(\d+)"/g, '$1')

/** Envelope of every response. Big numbers are given as strings with a leading `#`. */
export function envelope(
  data: unknown,
  meta: { readonly requestId: string; readonly code?: number; readonly message?: string },
): Response {
  const { requestId, code = 0, message = 'OK' } = meta
  const body = withNumbers(JSON.stringify({ code, message, request_id: requestId, data }))
  return new Response(body, {
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-tt-logid': requestId },
  })
}
