import { operation } from '../../framework/control/operations.js'
import { checkSettings, KEY_MODES, type MastodonSettings } from '../settings.js'
import type { MastodonState } from '../state.js'

function change(state: MastodonState, changes: Partial<Record<keyof MastodonSettings, unknown>>): void {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  state.settings = checkSettings({ ...state.settings, ...given })
}

/** How the server takes posts: its version, what it does with keys, how long it takes, how late it shows them. */
export function postingOperations(state: MastodonState) {
  return {
    setVersion: operation({
      does: 'Makes the server another version or program; both are told, and the version decides on repeated keys.',
      takes: { version: 'text', software: 'text?' },
      run: ({ version, software }) => change(state, { version, software }),
    }),
    setIdempotencyKeys: operation({
      does: `Says what becomes of an Idempotency-Key: ${KEY_MODES.join(', ')}.`,
      takes: { mode: 'text' },
      run: ({ mode }) => change(state, { idempotencyKeys: mode }),
    }),
    setPosting: operation({
      does: 'Says how long a status is in the making: a repeat of its key within that time finds no key. With `waits` the answer takes as long.',
      takes: { seconds: 'number', waits: 'boolean?' },
      run: ({ seconds, waits }) => change(state, { postingSeconds: seconds, postingWaits: waits }),
    }),
    setListLag: operation({
      does: 'Says after how many seconds new statuses show up in lists.',
      takes: { seconds: 'number' },
      run: ({ seconds }) => change(state, { listLagSeconds: seconds }),
    }),
  }
}
