import { operation } from '../../framework/control/operations.js'
import { checkSettings, KEY_MODES, type MastodonSettings } from '../settings.js'
import type { MastodonState } from '../state.js'

function change(state: MastodonState, changes: Partial<Record<keyof MastodonSettings, unknown>>): void {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  state.settings = checkSettings({ ...state.settings, ...given })
}

/**
 * Creates the control operations for posting: server version, idempotency keys, processing time,
 * delay of lists.
 */
export function postingOperations(state: MastodonState) {
  return {
    setVersion: operation({
      does: 'Changes the version or the software name of the server. The version decides how repeated keys are handled.',
      takes: { version: 'text', software: 'text?' },
      run: ({ version, software }) => change(state, { version, software }),
    }),
    setIdempotencyKeys: operation({
      does: `Sets the handling of an Idempotency-Key: ${KEY_MODES.join(', ')}.`,
      takes: { mode: 'text' },
      run: ({ mode }) => change(state, { idempotencyKeys: mode }),
    }),
    setPosting: operation({
      does: 'Sets the number of seconds that creating a status takes. A repeated request within that time does not find the key. With `waits` the response takes as long.',
      takes: { seconds: 'number', waits: 'boolean?' },
      run: ({ seconds, waits }) => change(state, { postingSeconds: seconds, postingWaits: waits }),
    }),
    setListLag: operation({
      does: 'Sets the number of seconds before new statuses appear in lists.',
      takes: { seconds: 'number' },
      run: ({ seconds }) => change(state, { listLagSeconds: seconds }),
    }),
  }
}
