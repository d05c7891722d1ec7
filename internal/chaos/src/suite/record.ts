import type { Recording } from '../faults/plan.js'
import { type ChaosNetwork, operationsOf } from '../networks/network.js'
import { describeEnd } from '../verdict/verdict.js'
import { run } from './run.js'

/**
 * Runs operations of a network once without faults and records their interactions. Runs all
 * operations, or those whose name `network/operation` is accepted by `isChosen`.
 *
 * @throws Error if an operation fails although no fault was injected.
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
