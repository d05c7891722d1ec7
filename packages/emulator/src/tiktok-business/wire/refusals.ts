/** A call is refused in TikTok's words: nearly always with status 200. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** A parameter that is missing or wrong. */
export const badField = (name: string, problem: string): Refusal => new Refusal(40_002, `${name}: ${problem}`)

/** A required field was left out, in TikTok's words. */
export const missingField = (name: string): Refusal => badField(name, 'Missing data for required field')

/** The token lacks a scope, or the object is somebody else's. */
export const noPermission = (): Refusal => new Refusal(40_001, 'No permission to operate.')

/** JSON whose texts `"#123"` become the numbers 123: ids of 19 digits that JavaScript would round. */
export const withNumbers = (json: string): string => json.replaceAll(/"#(\d+)"/g, '$1')

/** The envelope of every answer. Big numbers are given as texts that begin with `#`. */
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
