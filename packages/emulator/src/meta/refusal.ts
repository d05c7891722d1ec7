/** Error fields of a Graph server. The server sends only the given fields. */
export interface GraphFault {
  readonly code: number
  readonly message: string
  /** HTTP status. Default: 400. */
  readonly status?: number
  /** Error type. Default: `OAuthException`. */
  readonly type?: string
  readonly subcode?: number
  readonly isTransient?: boolean
  readonly title?: string
  readonly userMessage?: string
  /** Data that the client needs to continue, for example the offsets of an upload. */
  readonly data?: Readonly<Record<string, string>>
}

/** Error response with the network's message. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly fault: GraphFault

  constructor(fault: GraphFault) {
    super(fault.message)
    this.fault = fault
  }
}

/** Error response of Instagram's code endpoint, in a flat format. */
export class FlatRefusal extends Error {
  override readonly name = 'FlatRefusal'
}

/** Error response of an upload host, whose format differs from Graph errors. */
export class UploadRefusal extends Error {
  override readonly name = 'UploadRefusal'
  readonly type: string
  readonly retriable: boolean

  constructor(type: string, message: string, retriable: boolean) {
    super(message)
    this.type = type
    this.retriable = retriable
  }
}

/** Creates error 100 for a parameter that is missing, invalid or not accepted. */
export const badParameter = (message: string, more: Omit<GraphFault, 'code' | 'message'> = {}): Refusal =>
  new Refusal({ code: 100, message: `(#100) ${message}`, ...more })

/**
 * Creates error 100 with subcode 33. The object was deleted, or the token has no access to the
 * object.
 */
export const noSuchObject = (method: string, id: string): Refusal =>
  new Refusal({
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
  })

/** Creates error 10 or 200 for a permission that was not granted or was revoked. */
export const missingPermission = (permission: string, code: 10 | 200 = 200): Refusal =>
  new Refusal({
    code,
    status: 403,
    message: `(#${code}) This action requires the ${permission} permission`,
  })

const DEAD: Readonly<Record<number, string>> = {
  458: 'Error validating access token: The user has not authorized application.',
  459: 'Error validating access token: You cannot access the app till you log in to www.facebook.com and follow the instructions given.',
  460: 'Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
  463: 'Error validating access token: Session has expired.',
  464: 'Error validating access token: Sessions for the user are not allowed because the user is not a confirmed user.',
  467: 'Error validating access token: The session is invalid because the user logged out.',
  492: 'Error validating access token: Session does not match current stored session. This may be because the user no longer has a role on the page.',
}

/** Creates error 190 with a subcode for the reason. Without a subcode, the token never existed. */
export function deadToken(subcode: number | null, status: number): Refusal {
  return new Refusal({
    code: 190,
    status,
    message:
      subcode === null
        ? 'Invalid OAuth access token - Cannot parse access token'
        : (DEAD[subcode] ?? `Error validating access token: it cannot be used (${subcode}).`),
    ...(subcode !== null && { subcode }),
  })
}

/** Subcodes for invalid tokens. */
export const DEAD_SUBCODES: readonly number[] = Object.keys(DEAD).map(Number)
