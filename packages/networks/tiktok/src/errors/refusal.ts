import { type RawData, type ReplyHead, type SocialBaseError, withoutStops } from '@social/core/platform'

/** What a refusal is judged by. */
export interface Refusal {
  readonly code: string
  /** TikTok's own words; '' when it gave none. */
  readonly words: string
  readonly path: string
  readonly reply: ReplyHead
  /** When it was read, by the client's clock. */
  readonly now: Date
  readonly raw: RawData
}

/** What a refusal is to an application. */
export type Row = (refusal: Refusal) => SocialBaseError

/** What every error of this network carries. */
export const base = ({ raw }: Refusal) => ({ platform: 'tiktok', raw })

/** `said (code: words).`, with one full stop. */
export function quote(opening: string, { code, words }: Refusal): string {
  const line = withoutStops(words)
  return `${opening} (${line === '' ? code : `${code}: ${line}`}).`
}
