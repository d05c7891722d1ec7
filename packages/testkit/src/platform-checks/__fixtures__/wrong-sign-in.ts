import { aConnection } from '../../builders/account.js'
import { sample } from './sample-platform.js'
import { doing, wrong, type WrongPlatform } from './wrong.js'
import { needingAnApp } from './wrong-methods.js'

export const WRONG_SIGN_IN: readonly WrongPlatform[] = [
  [
    'starts a sign-in',
    doing({
      startLogin: async (login, call) => ({ ...(await sample.startLogin(login, call)), state: 'another' }),
    }),
    'give back the state',
  ],
  [
    'names and labels the fields of its form',
    wrong({
      startLogin: async () => ({
        step: 'ASK_FOR_DETAILS',
        fields: [{ name: 'handle', label: '', secret: false, helpText: null }],
      }),
    }),
    'The field "handle" of startLogin() has no label.',
  ],
  [
    'starts a sign-in without an app if it needs none',
    { makePlatform: needingAnApp },
    'startLogin() rejected with TypeError',
  ],
  [
    'refuses a resume token that it did not make',
    wrong({ resumeLogin: async () => ({ step: 'FINISHED', connection: aConnection() }) }),
    'accepted an unknown resume token',
  ],
  [
    'refuses a callback without its state, and sends nothing',
    doing({
      finishLogin: async () => ({ step: 'FINISHED', connection: aConnection({ platform: 'sample' }) }),
    }),
    'finishLogin() must refuse a callback without a state with AuthError.',
  ],
]
