import { median, medianRatio, type Row } from './row.js'

/** What is done again and again. */
export type Work = () => Promise<unknown>

/** How much is measured. */
export interface Extent {
  /** Calls at the same time. */
  readonly concurrency: number
  /** Calls in one round. */
  readonly calls: number
  readonly rounds: number
}

/** Rounds that are not counted: until everything is compiled and the heap has its size. */
const WARM_UP = 20

/**
 * Processor time of one call, in microseconds. The heap is left as it is: a whole collection before each round throws
 * compiled code away with it, and every call then costs twice of what it costs a server that runs.
 */
async function cpuPerCall({ concurrency, calls }: Extent, work: Work): Promise<number> {
  const before = process.cpuUsage()
  let left = calls
  const worker = async (): Promise<void> => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}

/** Something that is held against the reference. */
export interface Contender {
  readonly what: string
  readonly work: Work
  /** How many times the reference it may cost; nothing is asked of other people's programs. */
  readonly most?: number
}

/**
 * Contenders and reference in turn, so that a busy moment of the machine hits all alike. What counts is the quickest of
 * many short rounds, because other programs only ever add to the time; the median of all rounds is reported too.
 */
export async function compareCpu(
  extent: Extent,
  contenders: readonly Contender[],
  reference: { readonly name: string; readonly work: Work },
): Promise<readonly Row[]> {
  const theirs: number[] = []
  const ours = contenders.map((): number[] => [])
  for (let round = -WARM_UP; round < extent.rounds; round += 1) {
    const taken: number[] = []
    for (const { work } of contenders) taken.push(await cpuPerCall(extent, work))
    const other = await cpuPerCall(extent, reference.work)
    if (round < 0) continue
    theirs.push(other)
    for (const [index, value] of taken.entries()) ours[index]?.push(value)
  }
  return contenders.flatMap(({ what, most }, index): readonly Row[] => {
    const mine = ours[index] ?? []
    const { name } = reference
    return [
      {
        what,
        value: Math.min(...mine),
        unit: 'µs CPU',
        reference: { name, value: Math.min(...theirs) },
        ...(most !== undefined && { budget: { most } }),
      },
      {
        what: `${what}: median round`,
        value: median(mine),
        unit: 'µs CPU',
        reference: { name, value: median(theirs) },
        ratio: medianRatio(mine, theirs),
      },
    ]
  })
}
