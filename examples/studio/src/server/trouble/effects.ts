import type { Networks } from '../emulated/emulator.js'
import type { Trace } from './trace.js'

/**
 * Adds every visible change at the emulated networks to the trace. The trace then shows that
 * nothing was published twice.
 *
 * @returns The function that stops this.
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
