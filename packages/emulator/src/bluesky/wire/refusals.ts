/** Error response of the protocol. */
export class XrpcRefusal extends Error {
  override readonly name = 'XrpcRefusal'
  readonly status: number
  readonly error: string
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    error: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.status = status
    this.error = error
    this.headers = headers
  }

  /** HTTP response of the error. */
  toResponse(): Response {
    return Response.json(
      { error: this.error, message: this.message },
      { status: this.status, headers: this.headers },
    )
  }
}

/** 400 for a request that does not match its schema. */
export const invalidRequest = (message: string): XrpcRefusal =>
  new XrpcRefusal(400, 'InvalidRequest', message)
