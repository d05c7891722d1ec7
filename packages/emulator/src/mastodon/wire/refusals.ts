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

  /** HTTP response of the error. */
  toResponse(): Response {
    const body = {
      error: this.message,
      ...(this.description !== null && { error_description: this.description }),
    }
    return Response.json(body, { status: this.status, headers: this.headers })
  }
}

/** 404, also for objects that the person may not see. */
export const notFound = (): Refusal => new Refusal(404, 'Record not found')

/** 422 with Mastodon's message for the failed checks. */
export const invalid = (...problems: string[]): Refusal =>
  new Refusal(422, `Validation failed: ${problems.join(', ')}`)

/** 403 for an action that the person is not allowed to perform on a visible object. */
export const notAllowed = (): Refusal => new Refusal(403, 'This action is not allowed')
