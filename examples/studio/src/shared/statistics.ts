/** Time ranges of the charts. Each has a number of steps and the seconds of a step. */
export const RANGES = {
  now: { steps: 60, stepSeconds: 10 },
  hour: { steps: 60, stepSeconds: 60 },
  day: { steps: 48, stepSeconds: 1800 },
  week: { steps: 84, stepSeconds: 7200 },
} as const
/** Name of a time range. */
export type Range = keyof typeof RANGES

/** Values of one account or budget, with one value for each time. A value is null if unknown. */
export interface SeriesInfo {
  readonly subject: string
  readonly values: readonly (number | null)[]
}

/** Used part of a budget over time, in percent of its limit. */
export interface BudgetInfo extends SeriesInfo {
  readonly network: string
  readonly bucket: string
  readonly limit: number
}

/** Event at one time. */
export interface PointInfo {
  /** Time in seconds since 1970. */
  readonly at: number
  readonly accountId: string
  readonly value: number
}

/** Data of all charts for one time range. */
export interface StatisticsInfo {
  /** Start time of each step, in seconds since 1970. */
  readonly moments: readonly number[]
  /** Number of published posts in each step, by account. */
  readonly posts: readonly SeriesInfo[]
  /** Number of received updates in each step, by account. */
  readonly updates: readonly SeriesInfo[]
  readonly budgets: readonly BudgetInfo[]
  /** Milliseconds between the arrival of an update at the studio and its display on a page. */
  readonly delays: readonly PointInfo[]
  /** Times of token renewals. */
  readonly renewals: readonly PointInfo[]
}
