import type { StatisticsInfo, PointInfo, Range, SeriesInfo } from '../../shared/statistics.js'
import { RANGES } from '../../shared/statistics.js'
import type { StudioParts } from '../parts.js'

const HUNDRED = 100

interface Happened {
  readonly accountId: string
  /** ISO text. */
  readonly at: string
}

/** Counts the events in each time step, by account. Accounts without events are left out. */
function countBySteps(
  happened: readonly Happened[],
  moments: readonly number[],
  stepSeconds: number,
): readonly SeriesInfo[] {
  const first = moments[0] ?? 0
  const counts = new Map<string, number[]>()
  for (const { accountId, at } of happened) {
    const step = Math.floor((Date.parse(at) / 1000 - first) / stepSeconds)
    if (step < 0 || step >= moments.length) continue
    const values = counts.get(accountId) ?? moments.map(() => 0)
    values[step] = (values[step] ?? 0) + 1
    counts.set(accountId, values)
  }
  return [...counts].map(([subject, values]) => ({ subject, values }))
}

/**
 * Returns the spending at the end of each time step, in percent of the limit. Null before the
 * first measurement.
 */
function sharesBySteps(
  points: readonly PointInfo[],
  limit: number,
  moments: readonly number[],
  stepSeconds: number,
): readonly (number | null)[] {
  return moments.map((moment) => {
    const known = points.findLast(({ at }) => at < moment + stepSeconds)
    return known === undefined ? null : (known.value / limit) * HUNDRED
  })
}

/** Returns the data of all charts from the studio's database. */
export async function describeStatistics(parts: StudioParts, range: Range): Promise<StatisticsInfo> {
  const { social, posts, updates, measures } = parts
  const { steps, stepSeconds } = RANGES[range]
  const end = Math.ceil(Date.now() / 1000 / stepSeconds) * stepSeconds
  const moments = Array.from({ length: steps }, (_, index) => end - (steps - index) * stepSeconds)
  const start = moments[0] ?? 0
  const states = await social.spending()
  measures.writeSpending(states)
  const spent = measures.since('SPENT', 0)
  const out = posts.all().filter(({ status }) => status === 'DONE')
  return {
    moments,
    posts: countBySteps(
      out.map(({ accountId, createdAt }) => ({ accountId, at: createdAt })),
      moments,
      stepSeconds,
    ),
    updates: countBySteps(updates.all(), moments, stepSeconds),
    budgets: states.map(({ platform, bucket, limit }) => {
      const subject = `${platform} ${bucket}`
      const points = spent.filter(({ accountId }) => accountId === subject)
      const values = sharesBySteps(points, limit.units, moments, stepSeconds)
      return { subject, network: platform, bucket, limit: limit.units, values }
    }),
    delays: measures.since('DELAY', start),
    renewals: measures.since('RENEWAL', start),
  }
}
