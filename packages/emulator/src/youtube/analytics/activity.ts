import type { Activity } from '../records.js'
import type { YoutubeState } from '../state.js'

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' })
const DAY_MS = 86_400_000
/** Number of the latest days whose activity YouTube still counts. */
const UNCOUNTED_DAYS = 2
/** Length of every emulated video in seconds. */
const VIDEO_SECONDS = 120

/** Metrics that are counted by day. The averages are computed from these. */
const COUNTS = [
  'views',
  'likes',
  'comments',
  'shares',
  'estimatedMinutesWatched',
  'subscribersGained',
  'subscribersLost',
] as const

/** Columns of a report. */
export const COLUMNS: readonly string[] = [...COUNTS, 'averageViewDuration', 'averageViewPercentage']

/** Adds activity on a video to a day. */
export function addActivity(state: YoutubeState, videoId: string, day: string, added: Activity): void {
  const before = state.activity.get(`${videoId} ${day}`) ?? {}
  const sum = Object.fromEntries(COUNTS.map((name) => [name, (before[name] ?? 0) + (added[name] ?? 0)]))
  state.activity.set(`${videoId} ${day}`, sum)
}

/** Returns the last day whose activity is counted. */
const lastCountedDay = (state: YoutubeState): string =>
  DAY.format(state.clock.now().getTime() - UNCOUNTED_DAYS * DAY_MS)

/** Sums up activity, and computes the averages. */
export function summarize(all: readonly Activity[]): Activity {
  const sum = (name: string) => all.reduce((total, activity) => total + (activity[name] ?? 0), 0)
  const seconds = sum('views') === 0 ? 0 : Math.round((sum('estimatedMinutesWatched') * 60) / sum('views'))
  return {
    ...Object.fromEntries(COUNTS.map((name) => [name, sum(name)])),
    averageViewDuration: seconds,
    averageViewPercentage: (seconds / VIDEO_SECONDS) * 100,
  }
}

/** Returns the activity on videos by day, oldest first. Days that are not counted yet are missing. */
export function activityOf(
  state: YoutubeState,
  videoIds: readonly string[],
  { start, end }: { readonly start: string; readonly end: string },
): readonly (readonly [day: string, activity: Activity])[] {
  const last = lastCountedDay(state)
  const byDay = new Map<string, Activity[]>()
  for (const [key, activity] of state.activity) {
    const [videoId = '', day = ''] = key.split(' ')
    if (!videoIds.includes(videoId) || day < start || day > end || day > last) continue
    byDay.set(day, [...(byDay.get(day) ?? []), activity])
  }
  return [...byDay]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([day, all]) => [day, summarize(all)] as const)
}
