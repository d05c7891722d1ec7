import { type RawData, type ReplyHead, type SocialBaseError, withoutStops } from '@social/core/platform'

/** Fields that classify a refusal. */
export interface Refusal {
  readonly code: string
  /** TikTok's message; '' when missing. */
  readonly words: string
  readonly path: string
  readonly reply: ReplyHead
  /** When it was read, by the client's clock. */
  readonly now: Date
  readonly raw: RawData
}

/** Error reported to the application for a refusal. */
export type Row = (refusal: Refusal) => SocialBaseError

/** Fields common to every error of this network. */
export const base = ({ raw }: Refusal) => ({ platform: 'tiktok', raw })

/** `said (code: words).`, with one full stop. */
export function quote(opening: string, { code, words }: Refusal): string {
  const line = withoutStops(words)
  return `${opening} (${line === '' ? code : `${code}: ${line}`}).`
}
