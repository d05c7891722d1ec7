import { assertText } from './framework/arguments.js'
import { ControlError } from './framework/control/operations.js'
import type { NetworkModule } from './framework/module.js'

/**
 * Every network the emulator has, by name: loads its module, as it is when nothing is said. One line for each network;
 * none is loaded before somebody asks for it.
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

/** The name of a network the emulator has. */
export type NetworkName = keyof typeof NETWORKS

/** The module of the network with that name. */
export type NetworkNamed<N extends NetworkName> = Awaited<ReturnType<(typeof NETWORKS)[N]>>

/** Every network the emulator has. */
export type AllNetworks = readonly NetworkNamed<NetworkName>[]

/** The names of all networks there are. */
export const networkNames = (): readonly NetworkName[] => Object.keys(NETWORKS) as NetworkName[] // its keys are the names

/**
 * Loads one network, and no other.
 *
 * @throws ControlError when there is none of that name.
 */
export async function loadNetwork<N extends NetworkName>(name: N): Promise<NetworkNamed<N>> {
  assertText(name, 'The name of a network')
  if (!Object.hasOwn(NETWORKS, name))
    throw new ControlError(`The emulator has no "${name}". It has: ${networkNames().join(', ')}.`)
  const load: () => Promise<NetworkModule> = NETWORKS[name]
  return (await load()) as NetworkNamed<N> // the entry of that name
}
