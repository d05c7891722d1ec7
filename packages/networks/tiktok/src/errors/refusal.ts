import { type RawData, type ReplyHead, type SocialBaseError, withoutStops } from '@social/core/platform'

/** Fields of an error response that determine the error of the library. */
export interface Refusal {
  readonly code: string
  /** TikTok's error message. Empty when missing. */
  readonly message: string
  readonly path: string
  readonly reply: ReplyHead
  /** Time of the response by the client's clock. */
  readonly now: Date
  readonly raw: RawData
}

/** Builds the error of the library for an error response of TikTok. */
export type Row = (refusal: Refusal) => SocialBaseError

/** Returns the fields that all errors of this platform share. */
export const base = ({ raw }: Refusal) => ({ platform: 'tiktok', raw })

/** Formats an error message as `opening (code: message).` with one full stop. */
export function quote(opening: string, { code, message }: Refusal): string {
  const line = withoutStops(message)
  return `${opening} (${line === '' ? code : `${code}: ${line}`}).`
}
