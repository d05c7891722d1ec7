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

/** Every key of an options type but those that are never given; written as a record, so that the compiler keeps it whole. */
type Names<T, Left extends PropertyKey = never> = Record<Exclude<keyof T, Left | Others>, true>
type Others = 'account' | 'fetch' | 'fetchAfter'

/** Names of the options that every kind of poller takes. */
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

/** What each way to fetch takes beside itself. */
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

/** @throws ConfigError without exactly one way to fetch, for an option that does not exist, and for one of another way. */
export function refuseOtherOptions(options: PollerOptions): void {
  refuseUnknownNames(options, ALL_NAMES, 'Poller')
  const { account, fetch, fetchAfter } = options
  const given = Object.entries({ account, fetch, fetchAfter }).filter(([, way]) => way !== undefined)
  const [way, ...more] = given
  const type = way?.[0] === 'account' ? 'object' : 'function'
  if (!way || more.length > 0 || typeof way[1] !== type || way[1] === null)
    throw new ConfigError(
      'A poller needs one way to fetch: account, or the function fetch for networks that are asked by time, or the function fetchAfter for those with a marker.',
    )
  const beside: object = Object.entries(BESIDE).find(([name]) => name === way[0])?.[1] ?? {}
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && name !== way[0] && !Object.hasOwn(beside, name))
      throw new ConfigError(`Leave ${name} out beside ${way[0]}: it would do nothing.`)
}
