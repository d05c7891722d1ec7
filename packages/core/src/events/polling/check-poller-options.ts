import { ConfigError } from '../../errors/index.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'
import type {
  AccountPollerOptions,
  MarkerPollerOptions,
  OwnPollerSettings,
  PollerOptions,
  PollerSettings,
  TimePollerOptions,
} from './poller-options.js'

/**
 * Names of all options in the type `T`, except `Left`. The type is a record, so that the compiler
 * reports each missing name.
 */
type Names<T, Left extends PropertyKey = never> = Record<Exclude<keyof T, Left | Others>, true>
type Others = 'account' | 'fetch' | 'fetchAfter'

/** Names of the options that every kind of poller accepts. */
export const SETTINGS = {
  everySeconds: true,
  jitter: true,
  deadlineSeconds: true,
  onError: true,
  signal: true,
  clock: true,
  random: true,
} satisfies Names<PollerSettings>
const OWN = { ...SETTINGS, deliver: true, marker: true, saveMarker: true } satisfies Names<OwnPollerSettings>

/** Names of the options accepted with `account`, with `fetch` and with `fetchAfter`. */
const BESIDE = {
  account: {
    ...SETTINGS,
    markers: true,
    dispatcher: true,
    overlapSeconds: true,
  } satisfies Names<AccountPollerOptions>,
  fetch: { ...OWN, since: true, overlapSeconds: true } satisfies Names<TimePollerOptions>,
  fetchAfter: { ...OWN, markSeen: true } satisfies Names<MarkerPollerOptions>,
}

const ALL_NAMES = Object.keys({ ...BESIDE, ...BESIDE.account, ...BESIDE.fetch, ...BESIDE.fetchAfter })

/**
 * Checks the names of a poller's options.
 *
 * @throws ConfigError unless exactly one of `account`, `fetch` and `fetchAfter` is given, for an
 * unknown option, and for an option that has no effect with the given one.
 */
export function refuseOtherOptions(options: PollerOptions): void {
  refuseUnknownNames(options, ALL_NAMES, 'Poller')
  const { account, fetch, fetchAfter } = options
  const given = Object.entries({ account, fetch, fetchAfter }).filter(([, way]) => way !== undefined)
  const [way, ...more] = given
  const type = way?.[0] === 'account' ? 'object' : 'function'
  if (!way || more.length > 0 || typeof way[1] !== type || way[1] === null)
    throw new ConfigError(
      'A poller requires exactly one way to fetch: account, the function fetch for polling by time, or the function fetchAfter for polling by marker.',
    )
  const beside: object = Object.entries(BESIDE).find(([name]) => name === way[0])?.[1] ?? {}
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && name !== way[0] && !Object.hasOwn(beside, name))
      throw new ConfigError(`Remove ${name}: it has no effect with ${way[0]}.`)
}
