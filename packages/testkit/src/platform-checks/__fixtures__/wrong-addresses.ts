import type { Connection } from '@social/core/platform'

import { aConnection } from '../../builders/account.js'
import { wrong, type WrongPlatform } from './wrong.js'
import { rememberingHeaders } from './wrong-methods.js'

export const WRONG_ADDRESSES: readonly WrongPlatform[] = [
  [
    'has an apiBase without a trailing slash',
    wrong({ apiBase: () => 'https://api.sample.example/v1/' }),
    'remove the trailing slash',
  ],
  [
    'lists the origin of apiBase among its origins',
    wrong({ origins: () => ['https://sample.example'] }),
    'origins() lacks https://api.sample.example',
  ],
  [
    'has authHeaders with text values',
    wrong({ authHeaders: () => ({ 'x-app': 7 }) }),
    'authHeaders() returns a value that is not text for "x-app".',
  ],
  [
    'has a valid renewal rule for tokens',
    wrong({ renewal: () => ({ beforeSeconds: Number.NaN, needsRefreshToken: true, rotates: true }) }),
    'renewal().beforeSeconds is NaN.',
  ],
  [
    'has a valid renewal rule for tokens',
    wrong({ renewal: () => ({ beforeSeconds: 60, needsRefreshToken: false, rotates: true }) }),
    'Only one of them can be correct.',
  ],
  [
    'reveals no secret of a connection',
    { makeConnection: (init) => aConnection({ ...init, scopes: ['fake-access'] }) },
    'A printed connection shows a secret',
  ],
  [
    'reveals no secret of a connection',
    wrong({ apiBase: ({ token }: Connection) => `https://api.sample.example/v1/${token.accessToken}` }),
    'An address of the platform shows a secret',
  ],
  [
    'keeps no state of an account',
    { makePlatform: rememberingHeaders },
    'A platform must have no state of an account.',
  ],
]
