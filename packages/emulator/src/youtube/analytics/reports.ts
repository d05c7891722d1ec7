import type { Visit } from '../../framework/router.js'
import type { Activity } from '../records.js'
import { requireCaller } from '../sign-in/access.js'
import type { YoutubeState } from '../state.js'
import { Refusal } from '../wire/refusals.js'
import { activityOf, COLUMNS, summarize } from './activity.js'

const bad = (message: string): Refusal => new Refusal(400, 'badRequest', message, { domain: 'global' })
const forbidden = (): Refusal => new Refusal(403, 'forbidden', 'Forbidden', { domain: 'global' })

function readDay(params: URLSearchParams, name: string): string {
  const day = params.get(name) ?? ''
  if (/^\d{4}-\d\d-\d\d$/.test(day)) return day
  throw bad(`Invalid value at '${name}'. Given date string: ${day} is not in expected format YYYY-MM-DD`)
}

/** Videos of the report: those of the caller's channel, or the one of the filter. */
function readVideos(state: YoutubeState, params: URLSearchParams, channelIds: readonly string[]) {
  const [, asked = ''] = /^channel==(.+)$/.exec(params.get('ids') ?? '') ?? []
  const channelId = asked === 'MINE' ? (channelIds[0] ?? '') : asked
  if (!channelIds.includes(channelId)) throw forbidden()
  const own = [...state.videos.values()].filter((video) => video.channelId === channelId).map(({ id }) => id)
  const [, video] = /^video==(.+)$/.exec(params.get('filters') ?? '') ?? []
  if (video === undefined) return own
  if (!own.includes(video)) throw forbidden()
  return [video]
}

const header = (name: string) =>
  name === 'day'
    ? { name, columnType: 'DIMENSION', dataType: 'STRING' }
    : { name, columnType: 'METRIC', dataType: name === 'averageViewPercentage' ? 'FLOAT' : 'INTEGER' }

/**
 * GET /v2/reports: one row for the period, or one row a day. `rows` is missing without activity.
 * https://developers.google.com/youtube/analytics/reference/reports/query (read 2026-11-24)
 */
export function queryReport(state: YoutubeState, { request, url }: Visit): Response {
  const token = requireCaller(state, request, 'analytics', 'Reports.Query')
  const { searchParams: params } = url
  const metrics = (params.get('metrics') ?? '').split(',')
  const dimensions = params.get('dimensions') ?? ''
  const unknown = metrics.find((name) => !COLUMNS.includes(name))
  if (unknown !== undefined) throw bad(`Unknown identifier (${unknown}) given in field parameters.metrics.`)
  if (dimensions !== '' && dimensions !== 'day') throw bad('The query is not supported.')
  const period = { start: readDay(params, 'startDate'), end: readDay(params, 'endDate') }
  if (period.start > period.end) throw bad('The end date must not be before the start date.')
  const days = activityOf(state, readVideos(state, params, token.channelIds), period)
  const cells = (activity: Activity) => metrics.map((name) => activity[name] ?? 0)
  const rows =
    dimensions === 'day'
      ? days.map(([day, activity]) => [day, ...cells(activity)])
      : days.length === 0
        ? []
        : [cells(summarize(days.map(([, activity]) => activity)))]
  return Response.json({
    kind: 'youtubeAnalytics#resultTable',
    columnHeaders: [...(dimensions === 'day' ? ['day'] : []), ...metrics].map(header),
    ...(rows.length > 0 && { rows }),
  })
}
