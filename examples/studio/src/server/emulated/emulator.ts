import { join } from 'node:path'

import { type NetworkModule, startEmulator } from '@social/emulator'
import { blueskyNetwork } from '@social/emulator/bluesky'
import { facebookNetwork } from '@social/emulator/facebook'
import { googleBusinessNetwork } from '@social/emulator/google-business'
import { instagramNetwork } from '@social/emulator/instagram'
import { mastodonNetwork } from '@social/emulator/mastodon'
import { pinterestNetwork } from '@social/emulator/pinterest'
import { threadsNetwork } from '@social/emulator/threads'
import { tiktokNetwork } from '@social/emulator/tiktok'
import { tiktokBusinessNetwork } from '@social/emulator/tiktok-business'
import { xNetwork } from '@social/emulator/x'
import { youtubeNetwork } from '@social/emulator/youtube'

import { lasting, FrozenClock, writes } from './lasting-network.js'

/** Number of consecutive ports that the emulated networks use: one port for each network. */
export const NETWORK_PORTS = 11

/** Options of the emulated networks. */
export interface NetworksOptions {
  /** Folder of the files in which each network records its changes. */
  readonly dataFolder: string
  /** Port of the first network. The other networks use the following ports. */
  readonly port: number
  /**
   * Returns the URL that a network pushes events to. The studio serves a webhook route at this
   * URL.
   */
  readonly webhookUrlOf: (network: string) => string
  /** Fetch function for networks that download files by URL. */
  readonly fetch: (url: string) => Promise<Response>
}

/** Returns true for Facebook's read requests that create page tokens. */
const givesTokens = ({ url }: Request): boolean =>
  new URL(url).searchParams.get('fields')?.includes('access_token') === true

/** Returns true for token exchanges. Instagram and Threads exchange tokens with GET requests. */
const isExchange = ({ url }: Request): boolean => new URL(url).pathname.endsWith('access_token')

/** Starts the emulated networks. Their state survives a restart. */
export async function startNetworks({ dataFolder, port, webhookUrlOf, fetch }: NetworksOptions) {
  const clock = new FrozenClock()
  const last = <M extends NetworkModule>(module: M, changes = writes) =>
    lasting(module, join(dataFolder, 'emulator'), clock, changes)
  const networks = [
    last(
      mastodonNetwork({
        videoReady: { afterSeconds: 2 },
        // Several open pages poll every few seconds, which exceeds the real server's limit for one
        // account.
        rateLimits: {
          paging: { requests: 5000, seconds: 900 },
          perToken: { requests: 5000, seconds: 300 },
        },
      }),
    ),
    last(blueskyNetwork({ videoPolls: 0 })),
    last(youtubeNetwork({ processed: { afterSeconds: 5 } })),
    last(
      tiktokNetwork({
        webhookUrl: webhookUrlOf('tiktok'),
        pushImmediately: true,
        processSeconds: 2,
        publicSeconds: 3,
      }),
    ),
    // The minimum picture size is 1 pixel, so that any picture can be used to try the studio.
    last(pinterestNetwork({ registeredSeconds: 1, processSeconds: 2, minSide: 1 })),
    last(
      xNetwork({
        processSeconds: 2,
        searchDelaySeconds: 2,
        // The studio polls every few seconds, which exceeds X's real limit for one account.
        rates: { 'GET /2/users/:id/mentions': 5000, 'GET /2/tweets/:id': 5000 },
      }),
    ),
    last(
      facebookNetwork({
        webhookUrl: webhookUrlOf('facebook'),
        deauthorizeUrl: `${webhookUrlOf('facebook')}/deauthorize`,
        deletionUrl: `${webhookUrlOf('facebook')}/data-deletion`,
        pushImmediately: true,
        videoSeconds: 3,
      }),
      (request) => writes(request) || givesTokens(request),
    ),
    last(
      instagramNetwork({
        webhookUrl: webhookUrlOf('instagram'),
        pushImmediately: true,
        fetch,
        fetchAfterSeconds: 0,
        videoSeconds: 3,
      }),
      (request) => writes(request) || isExchange(request),
    ),
    last(
      threadsNetwork({
        webhookUrl: webhookUrlOf('threads'),
        pushImmediately: true,
        fetch,
        fetchAfterSeconds: 0,
      }),
      (request) => writes(request) || isExchange(request),
    ),
    // The studio polls every few seconds, which exceeds TikTok's real limit for one account.
    last(tiktokBusinessNetwork({ perMinuteAndEndpoint: 5000, perMinute: 5000 })),
    last(googleBusinessNetwork({ fetch, perMinute: 5000, processSeconds: 2 })),
  ] as const
  const emulator = await startEmulator({ networks, clock, port })
  await Promise.all(networks.map((network) => network.ready()))
  return emulator
}

/** The running emulator with all networks of the studio. */
export type Networks = Awaited<ReturnType<typeof startNetworks>>

/** Returns the origins of the emulated networks. */
export function urlsOf(networks: Networks): readonly string[] {
  const names = Object.keys(networks.control) as (keyof Networks['control'])[] // safe cast: Object.keys returns the keys of this object
  return names.map((name) => networks.url(name))
}
