import type { Networks } from '../emulated/emulator.js'
import type { Trace } from './trace.js'

/** Tells of everything that people can see at the emulated networks: the proof that nothing comes out twice. @returns Ends that. */
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
