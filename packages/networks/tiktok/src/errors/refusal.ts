import { type RawData, type ReplyHead, type SocialBaseError, withoutStops } from '@social/core/platform'

/** Fields that classify a refusal. */
export interface Refusal {
  readonly code: string
  /** TikTok's message; '' when missing. */
  readonly message: string
  readonly path: string
  readonly reply: ReplyHead
  /** Time of the response, by the client's clock. */
  readonly now: Date
  readonly raw: RawData
}

/** Error reported to the application for a refusal. */
export type Row = (refusal: Refusal) => SocialBaseError

/** Fields common to every error of this network. */
export const base = ({ raw }: Refusal) => ({ platform: 'tiktok', raw })

/** Formats `opening (code: message).`, with one full stop. */
export function quote(opening: string, { code, message }: Refusal): string {
  const line = withoutStops(message)
  return `${opening} (${line === '' ? code : `${code}: ${line}`}).`
}
