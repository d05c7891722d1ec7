import { ConfigError, readFactoryOptions } from '@social/core/platform'

import { type Addresses, ADDRESSES } from './addresses.js'
import { VIDEOS_PER_POLL } from './limits.js'

/** Other addresses than TikTok's own: those of an emulator or of a proxy. */
export interface TiktokBusinessAddresses {
  /** `https://business-api.tiktok.com/open_api/v1.3` unless given. */
  readonly api?: string | undefined
  /** The sign-in page; `https://www.tiktok.com/v2/auth/authorize/` unless given. */
  readonly signIn?: string | undefined
}

/** Settings of `tiktokBusiness()`; all of them may be left out. */
export interface TiktokBusinessOptions {
  /** Newest videos whose comments a poll reads, 1 to 100; 25 unless given. Each costs a request, and TikTok allows 40 in a minute. */
  readonly recentPosts?: number | undefined
  /** True takes webhooks as well: the flag `PUSH_UPDATES`, `startUpdates` and `stopUpdates`. False unless given. */
  readonly webhooks?: boolean | undefined
  /** Public address of the mounted webhook route, which `account.startUpdates` registers for the whole app; none unless given. */
  readonly webhookUrl?: string | undefined
  /** Seconds for one request; 30 unless given. */
  readonly timeout?: number | undefined
  /** Seconds a signed webhook request may be old, or ahead of the clock; 300 unless given. */
  readonly allowedAgeSeconds?: number | undefined
  /** Other base URLs, for tests and demos. */
  readonly addresses?: TiktokBusinessAddresses | undefined
}

/** `TiktokBusinessOptions` with everything filled in. */
export interface Settings {
  readonly recentPosts: number
  readonly webhooks: boolean
  readonly webhookUrl: string | null
  readonly timeoutSeconds: number
  readonly allowedAgeSeconds: number
  readonly addresses: Addresses
}

/**
 * Applies the defaults.
 *
 * @throws ConfigError for an unknown name, a number out of its range, and an invalid address.
 */
export function readSettings(options: TiktokBusinessOptions): Settings {
  const reader = readFactoryOptions<TiktokBusinessOptions>('tiktokBusiness', options, [
    'recentPosts',
    'webhooks',
    'webhookUrl',
    'timeout',
    'allowedAgeSeconds',
    'addresses',
  ])
  return {
    recentPosts: reader.number('recentPosts', VIDEOS_PER_POLL),
    webhooks: reader.flag('webhooks', false),
    webhookUrl: readWebhookUrl(options),
    timeoutSeconds: reader.number('timeout', {
      default: 30,
      min: 0.1,
      max: 3600,
      fractions: true,
      unit: 'seconds',
    }),
    allowedAgeSeconds: reader.number('allowedAgeSeconds', {
      default: 300,
      min: 1,
      max: 86_400,
      fractions: true,
      unit: 'seconds',
    }),
    addresses: reader.addresses(ADDRESSES),
  }
}

function readWebhookUrl({ webhookUrl, webhooks }: TiktokBusinessOptions): string | null {
  if (webhookUrl === undefined) return null
  if (webhooks !== true)
    throw new ConfigError(
      'tiktokBusiness({ webhookUrl }) goes with webhooks: true. Add it, or take the address out.',
    )
  if (typeof webhookUrl === 'string' && /^https?:$/.test(URL.parse(webhookUrl)?.protocol ?? ''))
    return webhookUrl
  throw new ConfigError(
    'tiktokBusiness({ webhookUrl }) takes the whole address of the webhook route, such as https://app.example/social/webhooks/tiktok_business.',
  )
}
