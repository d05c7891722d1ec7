/** Error response in the format of the XRPC protocol. */
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

  /** Converts the error to an HTTP response. */
  toResponse(): Response {
    return Response.json(
      { error: this.error, message: this.message },
      { status: this.status, headers: this.headers },
    )
  }
}

/** Creates the 400 error for a request that does not match its schema. */
export const invalidRequest = (message: string): XrpcRefusal =>
  new XrpcRefusal(400, 'InvalidRequest', message)
