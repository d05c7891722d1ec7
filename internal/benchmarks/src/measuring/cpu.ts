import { median, medianRatio, type Row } from './row.js'

/** Work that is measured repeatedly. */
export type Work = () => Promise<unknown>

/** Size of one measurement. */
export interface Extent {
  /** Number of concurrent calls. */
  readonly concurrency: number
  /** Number of calls per round. */
  readonly calls: number
  readonly rounds: number
}

/**
 * Number of rounds that do not count. They let the engine compile all code and the heap reach its
 * size.
 */
const WARM_UP = 20

/**
 * Returns the CPU time of one call in microseconds. The heap is not collected before a round,
 * because a full collection discards compiled code. A call would then cost twice as much as in a
 * running server.
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

/** Program that is compared with the reference. */
export interface Contender {
  readonly what: string
  readonly work: Work
  /** Maximum ratio to the reference. Undefined for programs of other authors. */
  readonly max?: number
}

/**
 * Runs the compared programs and the reference alternately, so that other load on the machine
 * affects all equally. The result is the fastest of many short rounds, because other load only
 * adds time. The median of all rounds is also returned.
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
  return contenders.flatMap(({ what, max }, index): readonly Row[] => {
    const mine = ours[index] ?? []
    const { name } = reference
    return [
      {
        what,
        value: Math.min(...mine),
        unit: 'µs CPU',
        reference: { name, value: Math.min(...theirs) },
        ...(max !== undefined && { budget: { max } }),
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
