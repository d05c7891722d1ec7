import type { Networks } from '../emulated/emulator.js'
import type { Trace } from './trace.js'

/**
 * Reports every visible change at the emulated networks, to prove that nothing is published twice.
 *
 * @returns Function that stops the reports.
 */
export function watchEffects(networks: Networks, trace: Trace): () => void {
  return networks.watchEffects(({ network, kind, id }) => {
    trace.add({
      kind: 'VISIBLE',
      network,
      operation: kind,
      text: id,
      state: 'DONE',
      status: null,
      attempt: 1,
      millis: null,
      problem: null,
      isBackground: false,
    })
  })
}
