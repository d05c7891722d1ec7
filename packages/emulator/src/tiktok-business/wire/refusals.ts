/** Error in TikTok's format. The HTTP status of the response is 200. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Returns the error for a missing or invalid parameter. */
export const badField = (name: string, problem: string): Refusal => new Refusal(40_002, `${name}: ${problem}`)

/** Returns the error for a missing required field, with TikTok's message. */
export const missingField = (name: string): Refusal => badField(name, 'Missing data for required field')

/** Returns the error for a missing scope or for an object of another account. */
export const noPermission = (): Refusal => new Refusal(40_001, 'No permission to operate.')

/**
 * Replaces strings such as `"#123"` in JSON with the number 123. The detour is needed because
 * JavaScript rounds ids of 19 digits.
 */
export const withNumbers = (json: string): string => json.replaceAll(/"#(\d+)"/g, '$1')

/** Returns a response in TikTok's format. Strings such as `"#123"` in `data` become numbers. */
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
