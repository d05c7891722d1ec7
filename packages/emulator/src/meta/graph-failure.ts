/** Fields of an error of the Graph API. */
interface GraphFailure {
  readonly code: number
  readonly subcode?: number
  readonly message: string
  readonly type?: string
  readonly isTransient?: boolean
}

/** Returns the body of an error response of the Graph API, for faults. */
export const graphFailure = ({
  code,
  subcode,
  message,
  type = 'OAuthException',
  isTransient,
}: GraphFailure) => ({
  error: {
    message,
    type,
    ...(isTransient !== undefined && { is_transient: isTransient }),
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    fbtrace_id: 'A1b2C3d4E5f6',
  },
})
