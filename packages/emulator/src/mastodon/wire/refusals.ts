/** Error response with Mastodon's message. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly description: string | null
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    error: string,
    more: { readonly description?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(error)
    this.status = status
    this.description = more.description ?? null
    this.headers = more.headers ?? {}
  }

  /** Converts the error to an HTTP response. */
  toResponse(): Response {
    const body = {
      error: this.message,
      ...(this.description !== null && { error_description: this.description }),
    }
    return Response.json(body, { status: this.status, headers: this.headers })
  }
}

/** Creates the 404 error, also used for objects that the person is not allowed to see. */
export const notFound = (): Refusal => new Refusal(404, 'Record not found')

/** Creates the 422 error with Mastodon's message for the failed checks. */
export const invalid = (...problems: string[]): Refusal =>
  new Refusal(422, `Validation failed: ${problems.join(', ')}`)

/** Creates the 403 error for a forbidden action on a visible object. */
export const notAllowed = (): Refusal => new Refusal(403, 'This action is not allowed')
