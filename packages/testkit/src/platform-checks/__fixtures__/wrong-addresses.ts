import type { Connection } from '@social/core/platform'

import { aConnection } from '../../builders/account.js'
import { wrong, type WrongPlatform } from './wrong.js'
import { rememberingHeaders } from './wrong-methods.js'

export const WRONG_ADDRESSES: readonly WrongPlatform[] = [
  [
    'has an apiBase that paths can be joined onto',
    wrong({ apiBase: () => 'https://api.sample.example/v1/' }),
    'take the last one away',
  ],
  [
    'lists the origin of apiBase among its origins',
    wrong({ origins: () => ['https://sample.example'] }),
    'origins() lacks https://api.sample.example',
  ],
  [
    'has authHeaders of texts',
    wrong({ authHeaders: () => ({ 'x-app': 7 }) }),
    'authHeaders() gives no text for "x-app".',
  ],
  [
    'renews tokens by a sane rule',
    wrong({ renewal: () => ({ beforeSeconds: Number.NaN, needsRefreshToken: true, rotates: true }) }),
    'renewal().beforeSeconds is NaN.',
  ],
  [
    'renews tokens by a sane rule',
    wrong({ renewal: () => ({ beforeSeconds: 60, needsRefreshToken: false, rotates: true }) }),
    'Only one can be true.',
  ],
  [
    'shows no secret of a connection',
    { makeConnection: (init) => aConnection({ ...init, scopes: ['fake-access'] }) },
    'A printed connection shows a secret',
  ],
  [
    'shows no secret of a connection',
    wrong({ apiBase: ({ token }: Connection) => `https://api.sample.example/v1/${token.accessToken}` }),
    'An address of the platform shows a secret',
  ],
  [
    'keeps no account to itself',
    { makePlatform: rememberingHeaders },
    'A platform holds nothing of one account.',
  ],
]
