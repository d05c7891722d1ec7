/**
 * One measured value. Values that stay comparable over time have a reference that was measured in
 * the same run.
 */
export interface Row {
  /** Name of the measured work, such as `post of a text, concurrency 50`. */
  readonly what: string
  /** The measured value, in `unit`. */
  readonly value: number
  /** Unit, such as `µs CPU`, `MiB/s`, `ms` or `MiB`. */
  readonly unit: string
  /** Value of the reference in the same unit. Undefined without a reference. */
  readonly reference?: { readonly name: string; readonly value: number }
  /**
   * Ratio to the reference. By default the ratio of the two values. A median of the ratios per
   * round is more stable.
   */
  readonly ratio?: number
  /** Budget for the ratio to the reference, or for the value if there is no reference. */
  readonly budget?: { readonly max?: number; readonly min?: number }
}

/** Export `bench` of each `*.bench.ts` module. */
export interface Bench {
  /** Heading of the benchmark's table. */
  readonly name: string
  /** Measures, then closes everything that it opened. */
  run(): Promise<readonly Row[]>
}

/** Returns the median of the values, or NaN without values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/**
 * Returns the median of the ratios per round. In a slow round, both sides are slow, so the ratio
 * stays the same.
 */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}

/** Returns the number to which the budget applies: the ratio to the reference, or the value. */
export function figureOf(row: Row): number {
  return row.reference === undefined ? row.value : (row.ratio ?? row.value / row.reference.value)
}

/** Returns true if a row is within its budget, or null if it has no budget. */
export function keepsBudget(row: Row): boolean | null {
  if (row.budget === undefined) return null
  const figure = figureOf(row)
  return figure <= (row.budget.max ?? Infinity) && figure >= (row.budget.min ?? -Infinity)
}
