import { handlesReports, sampleFile } from '@social-internal/shared-tests/field-reports'
import { Media } from '@social/core'
import { samplePng } from '@social/emulator'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

async function open() {
  const at = await usingEmulator()
  const { id } = await at.signIn()
  return Object.assign(at, { account: at.client.account(id) })
}

const picture = { text: 'Bread', media: [Media.fromFile(sampleFile('cake.png', samplePng()))] }

handlesReports({
  name: 'Mastodon',
  open,
  post: { text: 'Fresh bread' },
  rows: {
    'F-MA-01': { ends: 'COMES_OUT_LATER', code: 'PLATFORM', post: picture },
    'F-MA-02': { ends: 'COMES_OUT_LATER', code: 'OUTCOME_UNKNOWN', afterEffect: { ends: 'COMES_OUT' } },
    'F-MA-03': { ends: 'COMES_OUT', post: picture },
    'F-MA-04': {
      ends: 'REFUSED',
      code: 'NOT_ALLOWED',
      todo: 'LOOK_AT_ACCOUNT',
      says: /account/,
      affectsReads: true,
    },
    'F-MA-05': { ends: 'COMES_OUT', post: picture },
    'F-MA-06': { ends: 'COMES_OUT_LATER', code: 'RATE_LIMIT' },
    'F-MA-08': {
      ends: 'REFUSED',
      code: 'TOKEN_EXPIRED',
      todo: 'SIGN_IN_AGAIN',
      says: /Connect the account again/,
      affectsReads: true,
    },
    'F-MA-09': { ends: 'REFUSED', code: 'MISSING_PERMISSION', todo: 'SIGN_IN_AGAIN', says: /permission/ },
    'F-MA-10': { ends: 'REFUSED', code: 'INVALID_POST', todo: 'CHANGE_POST', says: /Shorten/ },
    'F-MA-11': { ends: 'COMES_OUT_LATER', code: 'PLATFORM', reason: 'SERVER_PROTECTED' },
    'F-MA-12': { ends: 'COMES_OUT_LATER', code: 'PLATFORM' },
    'F-MA-13': { ends: 'COMES_OUT_LATER', code: 'OUTCOME_UNKNOWN' },
    'F-MA-14': { ends: 'REFUSED', code: 'INVALID_POST', todo: 'CHANGE_POST', says: /large/, post: picture },
    'F-MA-15': {
      ends: 'COMES_OUT_LATER',
      code: 'PLATFORM',
      run: ({ client, host }) =>
        client.createApp('mastodon', { name: 'Tests', redirectUri: 'https://app.example/callback', host }),
    },
    'F-MA-16': { ends: 'COMES_OUT_LATER', code: 'PLATFORM' },
    'F-MA-90': { ends: 'COMES_OUT_LATER', code: 'OUTCOME_UNKNOWN' },
  },
})
