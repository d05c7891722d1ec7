import type { SettingsReader } from '@social/core/platform'
import type { Filled } from '@social/core/store'

/** What every factory of a network of Meta takes. */
interface SharedOptions {
  readonly appSecretProof?: boolean | undefined
  readonly deletionStatusUrl?: string | undefined
}

/**
 * Reads the proof of the app and the page of deletions out of a factory's options.
 *
 * @param given - The reader of those options.
 * @param usual - Whether requests carry `appsecret_proof` where the application says nothing.
 * @throws ConfigError for a word instead of a switch, and an address that is not safe.
 */
export function readSharedSettings<Options extends SharedOptions>(
  given: SettingsReader<Options>,
  { deletionStatusUrl = null }: { readonly deletionStatusUrl?: string | null | undefined },
  usual: { readonly appSecretProof: boolean },
): { readonly appSecretProof: boolean; readonly deletionStatusUrl: string | null } {
  const url = typeof deletionStatusUrl === 'string' ? URL.parse(deletionStatusUrl) : null
  if (deletionStatusUrl !== null && url?.protocol !== 'https:')
    throw given.refuse('deletionStatusUrl', 'a whole address that starts with https://')
  return { appSecretProof: given.flag('appSecretProof', usual.appSecretProof), deletionStatusUrl }
}

/** How often containers are looked at, and for how long. */
interface WaitingOptions {
  readonly checkEverySeconds?: number | undefined
  readonly waitUpToSeconds?: number | undefined
}

/**
 * Reads how often containers are looked at, and for how long.
 *
 * @param given - The reader of a factory's options.
 * @param usual - What counts where the application says nothing.
 * @throws ConfigError for a number out of its range.
 */
export function readWaiting<Options extends WaitingOptions>(
  given: SettingsReader<Options>,
  usual: Filled<WaitingOptions>,
): Filled<WaitingOptions> {
  const seconds = { min: 1, fractions: true, unit: 'seconds' } as const
  return {
    checkEverySeconds: given.number('checkEverySeconds', {
      usual: usual.checkEverySeconds,
      max: 3600,
      ...seconds,
    }),
    waitUpToSeconds: given.number('waitUpToSeconds', {
      usual: usual.waitUpToSeconds,
      max: 86_400,
      ...seconds,
    }),
  }
}
