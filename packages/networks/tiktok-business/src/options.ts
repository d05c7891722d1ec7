import { ConfigError, readFactoryOptions } from '@social/core/platform'

import { type Addresses, ADDRESSES } from './addresses.js'
import { VIDEOS_PER_POLL } from './limits.js'

/** Other base URLs than TikTok's own: those of an emulator or a proxy. */
export interface TiktokBusinessAddresses {
  /** Base URL of the API. Default: `https://business-api.tiktok.com/open_api/v1.3`. */
  readonly api?: string | undefined
  /** Sign-in page. Default: `https://www.tiktok.com/v2/auth/authorize/`. */
  readonly signIn?: string | undefined
}

/** Settings of `tiktokBusiness()`. All are optional. */
export interface TiktokBusinessOptions {
  /**
   * Number of newest videos whose comments each poll reads, 1 to 100. Default: 25. Each video
   * costs a request, and TikTok allows 40 per minute.
   */
  readonly recentPosts?: number | undefined
  /** True adds webhooks: the flag `PUSH_UPDATES`, `startUpdates` and `stopUpdates`. Default: false. */
  readonly webhooks?: boolean | undefined
  /**
   * Public URL of the mounted webhook route. `account.startUpdates` registers this URL for the
   * whole app. Default: none.
   */
  readonly webhookUrl?: string | undefined
  /** Timeout of one request in seconds. Default: 30. */
  readonly timeout?: number | undefined
  /**
   * Maximum age in seconds of a signed webhook request. Also the maximum by which its time may be
   * ahead of the clock. Default: 300.
   */
  readonly allowedAgeSeconds?: number | undefined
  /** Base URLs of an emulator or a proxy, for tests and demos. */
  readonly addresses?: TiktokBusinessAddresses | undefined
}

/** `TiktokBusinessOptions` with all defaults applied. */
export interface Settings {
  readonly recentPosts: number
  readonly webhooks: boolean
  readonly webhookUrl: string | null
  readonly timeoutSeconds: number
  readonly allowedAgeSeconds: number
  readonly addresses: Addresses
}

/**
 * Applies the defaults to the settings.
 *
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
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
      'tiktokBusiness({ webhookUrl }) requires webhooks: true. Add it, or remove webhookUrl.',
    )
  if (typeof webhookUrl === 'string' && /^https?:$/.test(URL.parse(webhookUrl)?.protocol ?? ''))
    return webhookUrl
  throw new ConfigError(
    'tiktokBusiness({ webhookUrl }) must be the full URL of the webhook route, such as https://app.example/social/webhooks/tiktok_business.',
  )
}
