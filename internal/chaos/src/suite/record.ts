import type { Recording } from '../faults/plan.js'
import { type ChaosNetwork, operationsOf } from '../networks/network.js'
import { describeEnd } from '../verdict/verdict.js'
import { run } from './run.js'

/**
 * Runs every operation of a network once, without a fault: all, or those that `isChosen` accepts as
 * `network/operation`.
 *
 * @throws Error if one of them fails without a fault.
 */
export async function record(
  network: ChaosNetwork,
  isChosen: (name: string) => boolean = () => true,
): Promise<readonly Recording[]> {
  const recordings: Recording[] = []
  for (const operation of operationsOf(network)) {
    if (!isChosen(`${network.name}/${operation}`)) continue
    const nothing = { network, operation, faults: [], retryAt: 'NOW' } as const
    const { points, attempts, createdBy, findings } = await run(nothing).catch((cause: unknown) => {
      throw new Error(`${network.name}/${operation} fails without a fault.`, { cause })
    })
    const [wrong] = findings
    if (wrong !== undefined || attempts[0]?.end.kind !== 'RESULT')
      throw new Error(
        `${network.name}/${operation} fails without a fault: ${wrong?.why ?? describeEnd(attempts[0]?.end)}`,
      )
    recordings.push({ network, operation, points, visible: createdBy })
  }
  return recordings
}
