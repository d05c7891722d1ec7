/** One measured figure. A figure worth keeping is a ratio to a reference measured in the same run. */
export interface Row {
  /** The measured work: `post of a text, concurrency 50`. */
  readonly what: string
  /** What it took, in `unit`. */
  readonly value: number
  /** `µs CPU`, `MiB/s`, `ms`, `MiB`. */
  readonly unit: string
  /** The same for the reference, in the same unit; left out where there is nothing to compare with. */
  readonly reference?: { readonly name: string; readonly value: number }
  /** Ratio to the reference; that of the two values unless given. The median of the ratios of each round is steadier. */
  readonly ratio?: number
  /** Bound on the ratio to the reference, or on the value where there is none. */
  readonly budget?: { readonly most?: number; readonly least?: number }
}

/** What a `*.bench.ts` module exports as `bench`. */
export interface Bench {
  /** Heading of its table. */
  readonly name: string
  /** Measures; puts away whatever it opened. */
  run(): Promise<readonly Row[]>
}

/** The middle of the values; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/**
 * The median of the ratios, round by round: a machine that is fast in one round and slow in the next is so for both
 * sides of a round.
 */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}

/** The figure a budget is about: the ratio to the reference, or the value itself. */
export function figureOf(row: Row): number {
  return row.reference === undefined ? row.value : (row.ratio ?? row.value / row.reference.value)
}

/** Whether a row keeps its budget; null where it has none. */
export function keepsBudget(row: Row): boolean | null {
  if (row.budget === undefined) return null
  const figure = figureOf(row)
  return figure <= (row.budget.most ?? Infinity) && figure >= (row.budget.least ?? -Infinity)
}
