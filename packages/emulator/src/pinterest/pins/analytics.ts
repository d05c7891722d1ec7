import type { Visit } from '../../framework/router.js'
import type { Pin, PinNumbers } from '../records.js'
import { requireCaller } from '../sign-in/access.js'
import type { PinterestState } from '../state.js'
import { notAuthorized, Refusal } from '../wire/refusals.js'
import { visiblePin } from './pin-store.js'

const DAY = 86_400_000
/**
 * Maximum age of statistics in days. Also the maximum length of the requested range.
 * https://github.com/pinterest/api-description, v5/openapi.json 5.23.0 (read 2026-11-22)
 */
const MAX_DAYS = 90

const badParameters = (): Refusal => new Refusal(400, 400, 'Invalid pins analytics parameters.')

/**
 * Pinterest's metrics, and the statistic of `PinNumbers` for each. Null for a metric that is
 * always 0 here.
 */
const METRICS: Readonly<Record<string, keyof PinNumbers | null>> = {
  IMPRESSION: 'impression',
  OUTBOUND_CLICK: 'clickthrough',
  PIN_CLICK: 'pinClick',
  SAVE: 'save',
  SAVE_RATE: null,
  TOTAL_COMMENTS: 'comment',
  TOTAL_REACTIONS: 'reaction',
  USER_FOLLOW: null,
  PROFILE_VISIT: null,
  VIDEO_MRC_VIEW: null,
  VIDEO_10S_VIEW: null,
  QUARTILE_95_PERCENT_VIEW: null,
  VIDEO_V50_WATCH_TIME: null,
  VIDEO_START: null,
  VIDEO_AVG_WATCH_TIME: null,
}
const LIFETIME: ReadonlySet<string> = new Set(['TOTAL_COMMENTS', 'TOTAL_REACTIONS'])

function readDate(url: URL, name: string): number {
  const text = url.searchParams.get(name) ?? ''
  const at = Date.parse(text)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(at)) throw badParameters()
  return at
}

/**
 * Returns the requested days as UTC dates.
 * @throws Refusal if the range is invalid, too long or too old.
 */
function readDays(state: PinterestState, url: URL): string[] {
  const from = readDate(url, 'start_date')
  const to = readDate(url, 'end_date')
  const today = Math.floor(state.clock.now().getTime() / DAY) * DAY
  if (from > to || to - from > MAX_DAYS * DAY || from < today - MAX_DAYS * DAY) throw badParameters()
  return Array.from({ length: (to - from) / DAY + 1 }, (_, index) =>
    new Date(from + index * DAY).toISOString().slice(0, 10),
  )
}

function readMetrics(url: URL, known: readonly string[]): string[] {
  const metrics = (url.searchParams.get('metric_types') ?? '').split(',')
  if (!metrics.every((one) => known.includes(one))) throw badParameters()
  return metrics
}

const valueOf = ({ numbers }: Pin, metric: string): number => {
  const field = METRICS[metric] ?? null
  return field === null ? 0 : numbers[field]
}

/**
 * Returns the metrics for each day. All numbers of a pin count on the day of its creation. The
 * last two days are still `PROCESSING`.
 */
function dailyMetrics(
  state: PinterestState,
  pins: readonly Pin[],
  days: readonly string[],
  metrics: readonly string[],
) {
  const notFinal = new Date(state.clock.now().getTime() - 2 * DAY).toISOString().slice(0, 10)
  return days.map((date) => ({
    date,
    data_status: date > notFinal ? 'PROCESSING' : 'READY',
    ...(date <= notFinal && {
      metrics: Object.fromEntries(
        metrics.map((metric) => [
          metric,
          pins
            .filter(({ createdAt }) => createdAt.toISOString().startsWith(date))
            .reduce((sum, pin) => sum + valueOf(pin, metric), 0),
        ]),
      ),
    }),
  }))
}

const summary = (pins: readonly Pin[], metrics: readonly string[]): object =>
  Object.fromEntries(
    metrics.map((metric) => [metric, pins.reduce((sum, pin) => sum + valueOf(pin, metric), 0)]),
  )

/** @throws Refusal with 404, because the sandbox has no analytics. */
function refuseInSandbox({ settings }: PinterestState): void {
  if (settings.environment === 'SANDBOX') throw new Refusal(404, 404, 'Not found.')
}

/** GET /v5/pins/:pin/analytics: returns the statistics of a pin of the caller. */
export function readPinAnalytics(state: PinterestState, visit: Visit): Response {
  refuseInSandbox(state)
  const scopes = ['boards:read', 'pins:read']
  const caller = requireCaller(state, visit, { scopes, category: 'org_analytics' })
  const pin = visiblePin(state, caller.person, visit.params['pin'] ?? '')
  if (pin.personId !== caller.person.id) throw notAuthorized()
  const days = readDays(state, visit.url)
  const metrics = readMetrics(visit.url, Object.keys(METRICS))
  const all = {
    daily_metrics: dailyMetrics(state, [pin], days, metrics),
    summary_metrics: summary(
      [pin],
      metrics.filter((one) => !LIFETIME.has(one)),
    ),
    lifetime_metrics: summary(
      [pin],
      metrics.filter((one) => LIFETIME.has(one)),
    ),
  }
  return Response.json({ all })
}

const ACCOUNT_METRICS = ['ENGAGEMENT', 'IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK', 'SAVE'].flatMap((one) =>
  one === 'IMPRESSION' ? [one] : [one, `${one}_RATE`],
)

/** GET /v5/user_account/analytics: returns the statistics of all pins of the caller. */
export function readAccountAnalytics(state: PinterestState, visit: Visit): Response {
  refuseInSandbox(state)
  const caller = requireCaller(state, visit, { scopes: ['user_accounts:read'], category: 'org_analytics' })
  const days = readDays(state, visit.url)
  const metrics = visit.url.searchParams.has('metric_types')
    ? readMetrics(visit.url, ACCOUNT_METRICS)
    : ACCOUNT_METRICS
  const pins = [...state.pins.values()].filter(({ personId }) => personId === caller.person.id)
  const all = {
    daily_metrics: dailyMetrics(state, pins, days, metrics),
    summary_metrics: summary(pins, metrics),
  }
  return Response.json({ all })
}
