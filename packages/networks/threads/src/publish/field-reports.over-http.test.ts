import { handlesReports } from '@social-internal/shared-tests/field-reports'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

async function open() {
  const at = await usingEmulator()
  const { id } = await at.signIn()
  return Object.assign(at, { account: at.client.account(id) })
}

handlesReports({
  name: 'Threads',
  open,
  post: { text: 'Fresh bread' },
  rows: {
    'F-TH-01': { ends: 'COMES_OUT' },
    'F-TH-02': { ends: 'COMES_OUT' },
    'F-TH-03': { ends: 'COMES_OUT' },
    'F-TH-04': { ends: 'COMES_OUT_LATER', code: 'PLATFORM' },
    'F-TH-05': { ends: 'REFUSED', code: 'INVALID_POST', todo: 'CHANGE_POST', says: /file/ },
    'F-TH-06': { ends: 'COMES_OUT' },
    'F-TH-08': { ends: 'COMES_OUT' },
    'F-TH-09': {
      ends: 'REFUSED',
      code: 'NOT_ALLOWED',
      todo: 'LOOK_AT_ACCOUNT',
      says: /Check the account/,
    },
    'F-TH-10': {
      ends: 'REFUSED',
      code: 'NOT_ALLOWED',
      todo: 'LOOK_AT_ACCOUNT',
      reason: 'ACCOUNT_SUSPENDED',
      says: /Check the account/,
    },
    'F-TH-11': { ends: 'REFUSED', code: 'INVALID_POST', todo: 'CHANGE_POST', says: /address is public/ },
    'F-TH-12': { ends: 'REFUSED', code: 'INVALID_POST', todo: 'CHANGE_POST', says: /500/ },
    'F-TH-13': {
      ends: 'REFUSED',
      code: 'TOKEN_EXPIRED',
      todo: 'SIGN_IN_AGAIN',
      says: /Connect the account again/,
      affectsReads: true,
    },
    'F-TH-14': { ends: 'REFUSED', code: 'INVALID_POST', todo: 'CHANGE_POST', says: /links/ },
    'F-TH-15': { ends: 'COMES_OUT_LATER', code: 'RATE_LIMIT' },
    'F-TH-90': { ends: 'COMES_OUT_LATER', code: 'OUTCOME_UNKNOWN' },
  },
})
