/** How far back the charts go: in so many steps of so many seconds. */
export const RANGES = {
  now: { steps: 60, stepSeconds: 10 },
  hour: { steps: 60, stepSeconds: 60 },
  day: { steps: 48, stepSeconds: 1800 },
  week: { steps: 84, stepSeconds: 7200 },
} as const
/** How far back the charts go. */
export type Range = keyof typeof RANGES

/** One number for each moment, of one account or budget; null where nothing is known. */
export interface SeriesInfo {
  readonly subject: string
  readonly values: readonly (number | null)[]
}

/** A budget over time, in hundredths of its limit. */
export interface BudgetInfo extends SeriesInfo {
  readonly network: string
  readonly bucket: string
  readonly limit: number
}

/** Something that happened at one moment. */
export interface PointInfo {
  /** Seconds since 1970. */
  readonly at: number
  readonly accountId: string
  readonly value: number
}

/** What the charts show. */
export interface StatisticsInfo {
  /** Where each step begins, in seconds since 1970. */
  readonly moments: readonly number[]
  /** How many posts came out in each step, by account. */
  readonly posts: readonly SeriesInfo[]
  /** How many updates arrived in each step, by account. */
  readonly updates: readonly SeriesInfo[]
  readonly budgets: readonly BudgetInfo[]
  /** Milliseconds from the arrival at the studio until a page showed it. */
  readonly delays: readonly PointInfo[]
  /** When tokens were renewed. */
  readonly renewals: readonly PointInfo[]
}
