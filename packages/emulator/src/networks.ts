import { assertText } from './framework/arguments.js'
import { ControlError } from './framework/control/operations.js'
import type { NetworkModule } from './framework/module.js'

/**
 * Maps the name of each network to a loader of its default module. A network's code is loaded only
 * when the loader is called.
 */
const NETWORKS = {
  mastodon: async () => (await import('./mastodon/index.js')).mastodonNetwork(),
  tiktok: async () => (await import('./tiktok/index.js')).tiktokNetwork(),
  google_business: async () => (await import('./google-business/index.js')).googleBusinessNetwork(),
  tiktok_business: async () => (await import('./tiktok-business/index.js')).tiktokBusinessNetwork(),
  facebook: async () => (await import('./facebook/index.js')).facebookNetwork(),
  instagram: async () => (await import('./instagram/index.js')).instagramNetwork(),
  threads: async () => (await import('./threads/index.js')).threadsNetwork(),
  youtube: async () => (await import('./youtube/index.js')).youtubeNetwork(),
  bluesky: async () => (await import('./bluesky/index.js')).blueskyNetwork(),
  pinterest: async () => (await import('./pinterest/index.js')).pinterestNetwork(),
  x: async () => (await import('./x/index.js')).xNetwork(),
} as const satisfies Readonly<Record<string, () => Promise<NetworkModule>>>

/** Name of an emulated network. */
export type NetworkName = keyof typeof NETWORKS

/** Module type of the network with the given name. */
export type NetworkNamed<N extends NetworkName> = Awaited<ReturnType<(typeof NETWORKS)[N]>>

/** Modules of all emulated networks. */
export type AllNetworks = readonly NetworkNamed<NetworkName>[]

/** Returns the names of all emulated networks. */
export const networkNames = (): readonly NetworkName[] => Object.keys(NETWORKS) as NetworkName[] // safe cast: NETWORKS is typed by its own keys

/**
 * Loads the code of one network and returns its default module.
 *
 * @throws ControlError for an unknown name.
 */
export async function loadNetwork<N extends NetworkName>(name: N): Promise<NetworkNamed<N>> {
  assertText(name, 'The name of a network')
  if (!Object.hasOwn(NETWORKS, name))
    throw new ControlError(`"${name}" is not an emulated network. Networks: ${networkNames().join(', ')}.`)
  const load: () => Promise<NetworkModule> = NETWORKS[name]
  return (await load()) as NetworkNamed<N> // safe cast: the loader of `name` returns this module
}
