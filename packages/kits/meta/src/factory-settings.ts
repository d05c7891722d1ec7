import type { SettingsReader } from '@social/core/platform'
import type { Filled } from '@social/core/store'

/** Options that all Meta networks share. */
interface SharedOptions {
  readonly appSecretProof?: boolean | undefined
  readonly deletionStatusUrl?: string | undefined
}

/**
 * Validates `appSecretProof` and the URL of the deletion status page.
 *
 * @param given - Reader of the application's options.
 * @param defaultValue - Default of `appSecretProof`.
 * @throws ConfigError if `appSecretProof` is not a boolean, or if the URL is not safe.
 */
export function readSharedSettings<Options extends SharedOptions>(
  given: SettingsReader<Options>,
  { deletionStatusUrl = null }: { readonly deletionStatusUrl?: string | null | undefined },
  defaultValue: { readonly appSecretProof: boolean },
): { readonly appSecretProof: boolean; readonly deletionStatusUrl: string | null } {
  const url = typeof deletionStatusUrl === 'string' ? URL.parse(deletionStatusUrl) : null
  if (deletionStatusUrl !== null && url?.protocol !== 'https:')
    throw given.refuse('deletionStatusUrl', 'a complete URL that starts with https://')
  return { appSecretProof: given.flag('appSecretProof', defaultValue.appSecretProof), deletionStatusUrl }
}

/** Polling interval and timeout for the processing of media. */
interface WaitingOptions {
  readonly checkEverySeconds?: number | undefined
  readonly waitUpToSeconds?: number | undefined
}

/**
 * Validates the polling interval and the timeout for the processing of media.
 *
 * @param given - Reader of the application's options.
 * @param defaultValue - Defaults of both options.
 * @throws ConfigError for a number out of range.
 */
export function readWaiting<Options extends WaitingOptions>(
  given: SettingsReader<Options>,
  defaultValue: Filled<WaitingOptions>,
): Filled<WaitingOptions> {
  const seconds = { min: 1, fractions: true, unit: 'seconds' } as const
  return {
    checkEverySeconds: given.number('checkEverySeconds', {
      default: defaultValue.checkEverySeconds,
      max: 3600,
      ...seconds,
    }),
    waitUpToSeconds: given.number('waitUpToSeconds', {
      default: defaultValue.waitUpToSeconds,
      max: 86_400,
      ...seconds,
    }),
  }
}
