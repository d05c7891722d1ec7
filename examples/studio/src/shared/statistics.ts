/** Ranges of the charts: number of steps, and seconds of a step. */
export const RANGES = {
  now: { steps: 60, stepSeconds: 10 },
  hour: { steps: 60, stepSeconds: 60 },
  day: { steps: 48, stepSeconds: 1800 },
  week: { steps: 84, stepSeconds: 7200 },
} as const
/** Range of the charts. */
export type Range = keyof typeof RANGES

/** One value for each time, of one account or budget. Null if unknown. */
export interface SeriesInfo {
  readonly subject: string
  readonly values: readonly (number | null)[]
}

/** A budget over time, in percent of its limit. */
export interface BudgetInfo extends SeriesInfo {
  readonly network: string
  readonly bucket: string
  readonly limit: number
}

/** An event at one time. */
export interface PointInfo {
  /** Seconds since 1970. */
  readonly at: number
  readonly accountId: string
  readonly value: number
}

/** Data of the charts. */
export interface StatisticsInfo {
  /** Start of each step, in seconds since 1970. */
  readonly moments: readonly number[]
  /** Number of published posts in each step, by account. */
  readonly posts: readonly SeriesInfo[]
  /** Number of received updates in each step, by account. */
  readonly updates: readonly SeriesInfo[]
  readonly budgets: readonly BudgetInfo[]
  /** Milliseconds from the arrival at the studio until a page showed the update. */
  readonly delays: readonly PointInfo[]
  /** Times of token renewals. */
  readonly renewals: readonly PointInfo[]
}
