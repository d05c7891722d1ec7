/** One measured figure. A lasting figure is a ratio to a reference measured in the same run. */
export interface Row {
  /** The measured work: `post of a text, concurrency 50`. */
  readonly what: string
  /** The measured value, in `unit`. */
  readonly value: number
  /** `µs CPU`, `MiB/s`, `ms`, `MiB`. */
  readonly unit: string
  /** Value of the reference, in the same unit; absent without a reference. */
  readonly reference?: { readonly name: string; readonly value: number }
  /** Ratio to the reference. Default: the ratio of the two values. The median of the ratios per round varies less. */
  readonly ratio?: number
  /** Maximum of the ratio to the reference, or of the value if there is no reference. */
  readonly budget?: { readonly max?: number; readonly min?: number }
}

/** The export `bench` of a `*.bench.ts` module. */
export interface Bench {
  /** Heading of its table. */
  readonly name: string
  /** Measures and closes everything that it opened. */
  run(): Promise<readonly Row[]>
}

/** The median of the values; NaN for none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The median of the ratios per round. A slow round of the machine is slow for both sides. */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}

/** Figure to which the budget applies: the ratio to the reference, or the value. */
export function figureOf(row: Row): number {
  return row.reference === undefined ? row.value : (row.ratio ?? row.value / row.reference.value)
}

/** True if a row is within its budget; null without a budget. */
export function keepsBudget(row: Row): boolean | null {
  if (row.budget === undefined) return null
  const figure = figureOf(row)
  return figure <= (row.budget.max ?? Infinity) && figure >= (row.budget.min ?? -Infinity)
}
