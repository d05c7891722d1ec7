import type { SettingsReader } from '@social/core/platform'
import type { Filled } from '@social/core/store'

/** Options shared by the factories of all Meta networks. */
interface SharedOptions {
  readonly appSecretProof?: boolean | undefined
  readonly deletionStatusUrl?: string | undefined
}

/**
 * Reads the `appsecret_proof` setting and the deletion status page from the options.
 *
 * @param given - Reader of the options.
 * @param defaultValue - Default of `appSecretProof`.
 * @throws ConfigError for an `appSecretProof` that is not a boolean, and an unsafe URL.
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

/** Polling interval and timeout of containers. */
interface WaitingOptions {
  readonly checkEverySeconds?: number | undefined
  readonly waitUpToSeconds?: number | undefined
}

/**
 * Reads the polling interval and timeout of containers.
 *
 * @param given - Reader of the options.
 * @param defaultValue - Defaults.
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
